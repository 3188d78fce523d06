import {
  CreateLogGroupCommand,
  DescribeLogStreamsCommand,
  FilterLogEventsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { CloudError, type Logs } from '../cloud'
import { hasCode } from './aws-errors'
import type { ClientsOf } from './role-sessions'

/** A pattern of CloudWatch's that stands for this text alone. */
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/** Groups are looked for by one stream of theirs: AWS can restrict no call that lists the groups themselves. */
export const createLogs = (clientsOf: ClientsOf): Logs => ({
  async hasGroup(name) {
    const { logs } = await clientsOf()
    try {
      await logs.send(new DescribeLogStreamsCommand({ logGroupName: name, limit: 1 }))
      return true
    } catch (error) {
      if (error instanceof CloudError && error.kind === 'not-found') return false
      throw error
    }
  },

  async createGroup({ name, retentionDays }) {
    const { logs } = await clientsOf()
    try {
      await logs.send(new CreateLogGroupCommand({ logGroupName: name }))
    } catch (error) {
      if (!hasCode(error, 'ResourceAlreadyExistsException')) throw error
    }
    await logs.send(new PutRetentionPolicyCommand({ logGroupName: name, retentionInDays: retentionDays }))
  },

  async filterEvents({ group, stream, text, fromEpoch, untilEpoch, most, token }) {
    const { logs } = await clientsOf()
    const { events = [], nextToken } = await logs.send(
      new FilterLogEventsCommand({
        logGroupName: group,
        logStreamNames: stream === undefined ? undefined : [stream],
        filterPattern: text === undefined ? undefined : quoted(text),
        startTime: fromEpoch,
        // AWS answers with what was printed at this time, too.
        endTime: untilEpoch - 1,
        limit: most,
        nextToken: token,
        // AWS sorts the lines of all streams by time since long ago; what stands in for it does so when told.
        interleaved: true,
      }),
    )
    return {
      lines: events.map(({ logStreamName = '', timestamp = 0, message = '' }) => ({
        stream: logStreamName,
        epoch: timestamp,
        text: message,
      })),
      ...(nextToken !== undefined && { token: nextToken }),
    }
  },
})
