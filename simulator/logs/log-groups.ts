import { region } from '../../core/aws/region'
import type { Logs } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { refusal } from '../refusal'
import { findGroup } from './find-group'
import type { LogStreams } from './log-streams'

/** The log groups of CloudWatch as the role that manages environments reaches them. */
export function logGroupsOf(api: AccountApi, streams: LogStreams): Logs {
  const { clock, faults, timings } = api.world
  const group = (name: string) => [
    { arn: `arn:aws:logs:${region}:${api.accountNumber}:log-group:${name}`, tags: {} },
  ]
  return {
    hasGroup: (name) =>
      api.call('logs:DescribeLogStreams', { on: group(name) }, (account) =>
        Boolean(findGroup(api.world, account, name)),
      ),

    async createGroup({ name, retentionDays }) {
      await api.call('logs:CreateLogGroup', { on: group(name) }, ({ logGroups }) => {
        const createdEpoch = clock.now()
        const visibleEpoch = createdEpoch + faults.upTo(timings.logLagMs)
        logGroups[name] ??= { name, createdEpoch, visibleEpoch }
      })
      await api.call('logs:PutRetentionPolicy', { on: group(name) }, (account) => {
        const made = findGroup(api.world, account, name)
        if (!made) throw refusal('ResourceNotFoundException', 'The specified log group does not exist.')
        made.retentionDays = retentionDays
      })
    },

    filterEvents: (filter) =>
      api.call('logs:FilterLogEvents', { on: group(filter.group) }, () =>
        streams.filter(api.accountNumber, filter),
      ),
  }
}
