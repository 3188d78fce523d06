import { z } from 'zod'
import { region } from '../../core/aws/region'
import { CloudError, type CloudErrorKind } from '../../controller/cloud/cloud'
import type { LogStreams } from '../logs/log-streams'
import type { World } from '../world'
import { authorize } from './authorize'

interface LogsRequest {
  /** The call, as the header X-Amz-Target names it. */
  target: string
  /** Of who asks. */
  sessionToken: string
  body: string
}

export const logsTargetPrefix = 'Logs_20140328.'
/** Most lines that AWS takes at once. */
export const longestLogsRequestBytes = 2 * 1024 * 1024

const streamSchema = z.object({ logGroupName: z.string().max(512), logStreamName: z.string().max(512) })
const eventsSchema = streamSchema.extend({
  logEvents: z
    .array(z.object({ timestamp: z.number().min(0), message: z.string().min(1) }))
    .min(1)
    .max(10_000),
})

const errorNames: Partial<Record<CloudErrorKind, [status: number, name: string]>> = {
  'access-denied': [400, 'AccessDeniedException'],
  'not-found': [400, 'ResourceNotFoundException'],
  throttled: [400, 'ThrottlingException'],
  invalid: [400, 'InvalidParameterException'],
}

/** Answers instances as CloudWatch Logs does: makes a stream, and puts lines into one. */
export async function answerLogs(
  world: World,
  streams: LogStreams,
  request: LogsRequest,
): Promise<{ status: number; content: object }> {
  try {
    return { status: 200, content: await carryOut(world, streams, request) }
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    const [status, name] = errorNames[error.kind] ?? [503, 'ServiceUnavailableException']
    return { status, content: { __type: name, message: error.message } }
  }
}

async function carryOut(
  world: World,
  streams: LogStreams,
  { target, sessionToken, body }: LogsRequest,
): Promise<object> {
  const name = target.slice(logsTargetPrefix.length)
  if (name === 'CreateLogStream') {
    const { logGroupName: group, logStreamName: stream } = read(streamSchema, body)
    const accountNumber = await authorize(world, {
      action: `logs:${name}`,
      sessionToken,
      arnIn: arnOf(group, stream),
    })
    await streams.create({ accountNumber, group, stream })
    return {}
  }
  if (name === 'PutLogEvents') {
    const { logGroupName: group, logStreamName: stream, logEvents } = read(eventsSchema, body)
    const accountNumber = await authorize(world, {
      action: `logs:${name}`,
      sessionToken,
      arnIn: arnOf(group, stream),
    })
    await streams.put(
      { accountNumber, group, stream },
      logEvents.map(({ timestamp, message }) => ({ epoch: timestamp, text: message })),
    )
    return { nextSequenceToken: '1' }
  }
  throw new CloudError('invalid', 'Instances may call CreateLogStream and PutLogEvents only.')
}

function read<T>(schema: z.ZodType<T>, body: string): T {
  let content: unknown
  try {
    content = JSON.parse(body)
  } catch {
    content = undefined
  }
  const parsed = schema.safeParse(content)
  if (parsed.success) return parsed.data
  throw new CloudError('invalid', 'The request is not as CloudWatch Logs takes it.')
}

const arnOf = (group: string, stream: string) => (accountNumber: string) =>
  `arn:aws:logs:${region}:${accountNumber}:log-group:${group}:log-stream:${stream}`
