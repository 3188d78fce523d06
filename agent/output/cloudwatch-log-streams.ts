import type { CloudWatchLogsClientConfig } from '@aws-sdk/client-cloudwatch-logs'
import { region } from '../../core/aws/region'
import { processRunnerRoleName } from '../../core/roles/names'
import { LogStreamError, type LogStream, type LogStreams } from './log-streams'

interface CloudWatchOptions {
  /** Endpoint of the instance's metadata service, if not AWS's own. */
  metadataEndpoint?: string
  /** Endpoint of CloudWatch Logs, if not AWS's own. */
  logsEndpoint?: string
  /** Default: those of the instance, from its metadata service. */
  credentials?: CloudWatchLogsClientConfig['credentials']
}

/** Writes in the name of the instance, which carries the process-runner role. */
export function createCloudWatchLogStreams(options: CloudWatchOptions = {}): LogStreams {
  let loaded: ReturnType<typeof load> | undefined
  return {
    async ensure({ group, stream }) {
      const { logs, CreateLogStreamCommand } = await (loaded ??= load(options))
      const command = new CreateLogStreamCommand({ logGroupName: group, logStreamName: stream })
      await logs.send(command).catch((error: unknown) => {
        if (nameOf(error) !== 'ResourceAlreadyExistsException') throw explain({ group, stream }, error)
      })
    },
    async put({ group, stream }, lines) {
      const { logs, PutLogEventsCommand } = await (loaded ??= load(options))
      const command = new PutLogEventsCommand({
        logGroupName: group,
        logStreamName: stream,
        logEvents: lines.map(({ epoch, text }) => ({ timestamp: epoch, message: text || ' ' })),
      })
      await logs.send(command).catch((error: unknown) => {
        throw explain({ group, stream }, error)
      })
    },
  }
}

/** The SDK takes time to load and memory for good: it is loaded with the first process that is to be heard. */
async function load({ metadataEndpoint, logsEndpoint, credentials }: CloudWatchOptions) {
  const { CloudWatchLogsClient, CreateLogStreamCommand, PutLogEventsCommand } =
    await import('@aws-sdk/client-cloudwatch-logs')
  const { awsClientOptions } = await import('../aws-client-options')
  const logs = new CloudWatchLogsClient({
    region,
    endpoint: logsEndpoint,
    ...awsClientOptions(credentials, metadataEndpoint),
  })
  return { logs, CreateLogStreamCommand, PutLogEventsCommand }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

function explain({ group }: LogStream, cause: unknown): LogStreamError {
  const said = cause instanceof Error ? cause.message : String(cause)
  return new LogStreamError(wordsFor(group, nameOf(cause), said), { cause })
}

function wordsFor(group: string, name: string, said: string): string {
  if (/AccessDenied/.test(name))
    return `The role ${processRunnerRoleName} may not write to ${group}: it needs logs:CreateLogStream and logs:PutLogEvents, as in the current CloudFormation template.`
  if (name === 'ResourceNotFoundException') return `There is no log group ${group}.`
  return `CloudWatch Logs could not be reached: ${said.replace(/\.$/, '').slice(0, 200)}.`
}
