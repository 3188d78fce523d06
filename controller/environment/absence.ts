import type { EnvironmentStatus } from '../../core/resources/environment'
import type { Pass } from './pass'

/**
 * Whether something recorded is gone from the account: the list did not have it, now and in every look since so long ago that it must be
 * visible by now. One look that lacks it proves nothing.
 */
export function isGone({ memory, now, limits }: Pass, id: string, listed: { id: string }[]): boolean {
  const { missingSince } = memory
  if (listed.some((thing) => thing.id === id)) {
    missingSince.delete(id)
    return false
  }
  const since = missingSince.get(id) ?? now
  missingSince.set(id, since)
  if ((now - since) / 1000 < limits.visibilitySeconds) return false
  missingSince.delete(id)
  return true
}

/** Whether anything among `ids` was not listed at the last look. */
export const isAnyMissed = ({ memory }: Pass, ids: (string | undefined)[]): boolean =>
  ids.some((id) => id !== undefined && memory.missingSince.has(id))

export const networkIds = ({ network }: EnvironmentStatus): (string | undefined)[] => [
  network.vpcId,
  network.internetGatewayId,
  network.instanceSecurityGroupId,
  network.loadBalancerSecurityGroupId,
  ...network.subnets.map(({ id }) => id),
]

export const loadBalancingIds = ({ loadBalancers }: EnvironmentStatus): (string | undefined)[] =>
  loadBalancers.flatMap(({ loadBalancerId, targetGroupId }) => [loadBalancerId, targetGroupId])
