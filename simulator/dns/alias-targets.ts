import type { AliasTarget } from '../../controller/cloud/cloud'
import type { AccountState, LoadBalancerState } from '../state'

/** The zone of AWS's own that holds the names of application load balancers in us-east-1. */
const elbZoneId = 'Z35SXDOTRQ7X7K'

/** The public name of a load balancer: its own, then a number as AWS gives it. */
export const aliasOf = ({ id, name }: Pick<LoadBalancerState, 'id' | 'name'>): AliasTarget => ({
  dnsName: `${name}-${parseInt(id.slice(-8), 16)}.us-east-1.elb.amazonaws.com`.toLowerCase(),
  zoneId: elbZoneId,
})

/** The load balancer to which an alias leads, in whichever account it is. */
export const findByAlias = (
  accounts: Record<string, AccountState>,
  { dnsName }: AliasTarget,
): LoadBalancerState | undefined =>
  Object.values(accounts)
    .flatMap(({ loadBalancers }) => Object.values(loadBalancers))
    .find((balancer) => aliasOf(balancer).dnsName === dnsName)
