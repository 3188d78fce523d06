import { z } from 'zod'
import type { Interruption } from '../cloud'

const detailType = 'EC2 Spot Instance Interruption Warning'
/** AWS takes the instance this long after the warning. */
const noticeMilliseconds = 2 * 60_000

/** What EventBridge passes on. */
export const interruptionPattern = { source: ['aws.ec2'], 'detail-type': [detailType] }

const warningSchema = z.object({
  'detail-type': z.literal(detailType),
  time: z.iso.datetime(),
  detail: z.object({ 'instance-id': z.string().min(1) }),
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
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
