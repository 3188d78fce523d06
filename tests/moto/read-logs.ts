import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  DescribeLogGroupsCommand,
  GetLogEventsCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { region } from '../../core/aws/region'
import { enterAccount } from './install-stack'

/** CloudWatch Logs as the owner of an account sees them. */
async function asOwner<T>(
  endpoint: string,
  accountNumber: string,
  ask: (logs: CloudWatchLogsClient) => Promise<T>,
): Promise<T> {
  const credentials = await enterAccount(endpoint, accountNumber)
  const logs = new CloudWatchLogsClient({ region, endpoint, credentials })
  try {
    return await ask(logs)
  } finally {
    logs.destroy()
  }
}

/** In days; undefined for ever. */
export const readRetention = (
  endpoint: string,
  accountNumber: string,
  group: string,
): Promise<number | undefined> =>
  asOwner(endpoint, accountNumber, async (logs) => {
    const { logGroups = [] } = await logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: group }))
    return logGroups.find(({ logGroupName }) => logGroupName === group)?.retentionInDays
  })

/** What is in a stream, oldest first; nothing where there is none. */
export const readLines = (
  endpoint: string,
  accountNumber: string,
  { group, stream }: { group: string; stream: string },
): Promise<string[]> =>
  asOwner(endpoint, accountNumber, async (logs) => {
    const command = new GetLogEventsCommand({
      logGroupName: group,
      logStreamName: stream,
      startFromHead: true,
    })
    const { events = [] } = await logs.send(command).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return { events: [] }
      throw error
    })
    return events.map(({ message = '' }) => message)
  })

/** Puts lines into a stream, which is made for them. */
export const putLines = (
  endpoint: string,
  accountNumber: string,
  { group, stream }: { group: string; stream: string },
  lines: { epoch: number; text: string }[],
): Promise<void> =>
  asOwner(endpoint, accountNumber, async (logs) => {
    const address = { logGroupName: group, logStreamName: stream }
    await logs.send(new CreateLogStreamCommand(address))
    const logEvents = lines.map(({ epoch, text }) => ({ timestamp: epoch, message: text }))
    await logs.send(new PutLogEventsCommand({ ...address, logEvents }))
  })
