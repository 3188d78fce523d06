import { z } from 'zod'
import { interruptionDetailType, interruptionSource } from '../../../core/aws/interruption-events'
import type { Interruption } from '../cloud'

/** AWS takes the instance this long after the warning. */
const noticeMilliseconds = 2 * 60_000

/** The event that EventBridge passes on. */
export const interruptionPattern = { source: [interruptionSource], 'detail-type': [interruptionDetailType] }

/** Longest message of SQS; nothing longer is parsed. */
const longestBody = 1024 * 1024

const warningSchema = z.object({
  'detail-type': z.literal(interruptionDetailType),
  time: z.iso.datetime().max(40),
  detail: z.object({ 'instance-id': z.string().min(1).max(40) }),
})

/** The warning in the body of a message, or undefined if it is something else. */
export function parseInterruption(body: string | undefined): Omit<Interruption, 'receipt'> | undefined {
  const parsed = warningSchema.safeParse(parseJson(body))
  if (!parsed.success) return undefined
  const { time, detail } = parsed.data
  return { instanceId: detail['instance-id'], terminateEpoch: Date.parse(time) + noticeMilliseconds }
}

function parseJson(text: string | undefined): unknown {
  try {
    return text !== undefined && text.length <= longestBody ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
