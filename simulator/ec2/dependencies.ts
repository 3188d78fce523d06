import type { AccountState } from '../state'

/** A thing that uses parts of a network, which AWS refuses to delete therefore. */
interface NetworkUser {
  subnetIds: string[]
  securityGroupIds: string[]
}

/** Everything with a network interface at `now` (epoch in milliseconds). */
function networkUsers(account: AccountState, now: number): NetworkUser[] {
  const instances = Object.values(account.instances)
    .filter(({ terminatedEpoch }) => terminatedEpoch === undefined || terminatedEpoch > now)
    .map(({ subnetId, securityGroupIds }) => ({ subnetIds: [subnetId], securityGroupIds }))
  const lingering = account.lingeringInterfaces.filter(({ releasedEpoch }) => releasedEpoch > now)
  const foreign = (account.foreignEndpoints ?? []).map(({ interfaces, securityGroupId }) => ({
    subnetIds: interfaces.map(({ subnetId }) => subnetId),
    securityGroupIds: [securityGroupId],
  }))
  return [...instances, ...Object.values(account.loadBalancers), ...lingering, ...foreign].map((user) => ({
    subnetIds: user.subnetIds,
    securityGroupIds: user.securityGroupIds,
  }))
}

/** How many users of a network at `now` are of a kind, as AWS says why it deletes nothing that they use; empty for none. */
export function networkInterfaces(
  account: AccountState,
  now: number,
  isUser: (user: NetworkUser) => boolean,
  called = 'network interfaces',
): string[] {
  const { length } = networkUsers(account, now).filter(isUser)
  return length > 0 ? [`${length} ${called}`] : []
}
