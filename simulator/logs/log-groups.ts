import { region } from '../../core/aws/region'
import type { Logs } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { refusal } from '../refusal'
import type { AccountState } from '../state'
import type { World } from '../world'

/** A log group, once calls find it. */
export function findGroup({ clock }: Pick<World, 'clock'>, { logGroups }: AccountState, name: string) {
  const group = logGroups[name]
  return group && (group.visibleEpoch ?? 0) <= clock.now() ? group : undefined
}

/** The log groups of CloudWatch as the role that manages environments reaches them. */
export function logGroupsOf(api: AccountApi): Logs {
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
  }
}
