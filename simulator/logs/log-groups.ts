import { region } from '../../core/aws/region'
import type { Logs } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { LogStreams } from './log-streams'

/** The log groups of CloudWatch as the role that manages environments reaches them. */
export function logGroupsOf(api: AccountApi, streams: LogStreams): Logs {
  const { clock } = api.world
  const group = (name: string) => [
    { arn: `arn:aws:logs:${region}:${api.accountNumber}:log-group:${name}`, tags: {} },
  ]
  return {
    hasGroup: (name) =>
      api.call('logs:DescribeLogStreams', { on: group(name) }, ({ logGroups }) => name in logGroups),

    async createGroup({ name, retentionDays }) {
      await api.call('logs:CreateLogGroup', { on: group(name) }, ({ logGroups }) => {
        logGroups[name] ??= { name, createdEpoch: clock.now() }
      })
      await api.call('logs:PutRetentionPolicy', { on: group(name) }, ({ logGroups }) => {
        Object.assign(logGroups[name] ?? {}, { retentionDays })
      })
    },

    filterEvents: (filter) =>
      api.call('logs:FilterLogEvents', { on: group(filter.group) }, () =>
        streams.filter(api.accountNumber, filter),
      ),
  }
}
