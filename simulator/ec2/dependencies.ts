import { CloudError } from '../../controller/cloud/cloud'
import type { AccountState } from '../state'

/** A thing that uses parts of a network, which AWS refuses to delete therefore. */
interface NetworkUser {
  subnetIds: string[]
  securityGroupIds: string[]
}

/** Everything with a network interface at `now` (epoch in milliseconds). */
export function networkUsers(account: AccountState, now: number): NetworkUser[] {
  const instances = Object.values(account.instances)
    .filter(({ terminatedEpoch }) => terminatedEpoch === undefined || terminatedEpoch > now)
    .map(({ subnetId, securityGroupIds }) => ({ subnetIds: [subnetId], securityGroupIds }))
  const lingering = account.lingeringInterfaces.filter(({ releasedEpoch }) => releasedEpoch > now)
  return [...instances, ...Object.values(account.loadBalancers), ...lingering].map((user) => ({
    subnetIds: user.subnetIds,
    securityGroupIds: user.securityGroupIds,
  }))
}

/** @throws CloudError dependency-violation if there are `dependents` */
export function requireUnused(kind: string, id: string, dependents: string[]): void {
  if (dependents.length > 0)
    throw new CloudError(
      'dependency-violation',
      `The ${kind} ${id} has dependencies and can not be deleted: ${dependents.join(', ')}.`,
    )
}
