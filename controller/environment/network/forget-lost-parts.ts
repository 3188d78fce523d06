import { networkLines } from '../../../core/environment-log/network-lines'
import type { NetworkStatus } from '../../../core/resources/environment'
import type { LookedUp } from '../../cloud/cloud'
import type { Pass } from '../pass'
import type { Absence } from '../absence'
import type { Draft } from '../draft'
import { listParts, type ListedParts } from './list-parts'

/**
 * Takes out of the record what is gone from the account, so that it is made again, and says so in the log. What AWS takes away together
 * with a VPC goes with it.
 *
 * @returns whether anything was
 */
export async function forgetLostParts(
  pass: Pass,
  draft: Draft,
  network: NetworkStatus,
  absence: Absence,
  { vpcs, subnets, gateways, routeTables, groups }: ListedParts,
): Promise<boolean> {
  const isLost = async (
    id: string | undefined,
    listed: { id: string }[],
    kind: LookedUp,
    what: string,
  ): Promise<boolean> => {
    if (id === undefined) return false
    const find = () => pass.account.lookup.find(kind, id)
    const sayUntagged = () => draft.event(networkLines.untagged, { what, id })
    if (!(await absence.isProven(pass, id, listed, find, sayUntagged))) return false
    draft.event(networkLines.partGone, { what, id })
    return true
  }
  if (await isLost(network.vpcId, vpcs, 'vpc', 'VPC')) {
    forgetVpc(network, absence)
    return true
  }
  const staying: NetworkStatus['subnets'] = []
  for (const subnet of network.subnets)
    if (!(await isLost(subnet.id, subnets, 'subnet', 'subnet'))) staying.push(subnet)
  const isGroupLost = (id: string | undefined, members: string) =>
    isLost(id, groups, 'security-group', `security group of ${members}`)
  const lost = [
    staying.length < network.subnets.length,
    (await isLost(network.internetGatewayId, gateways, 'internet-gateway', 'internet gateway')) &&
      delete network.internetGatewayId,
    (await isLost(network.routeTableId, routeTables, 'route-table', 'route table')) &&
      delete network.routeTableId,
    (await isGroupLost(network.instanceSecurityGroupId, 'instances')) &&
      delete network.instanceSecurityGroupId,
    (await isGroupLost(network.loadBalancerSecurityGroupId, 'load balancers')) &&
      delete network.loadBalancerSecurityGroupId,
  ]
  network.subnets = staying
  return lost.some(Boolean)
}

/** Most of what was made just now is listed at once: only the rest is waited for. */
export async function confirmListed(pass: Pass, absence: Absence): Promise<void> {
  const { vpcs, subnets, gateways, routeTables, groups } = await listParts(pass)
  for (const { id } of [vpcs, subnets, gateways, routeTables, groups].flat()) absence.forget(id)
}

/** A gateway is not in a VPC but attached to it, and outlives it. The next VPC gets the same range. */
function forgetVpc(network: NetworkStatus, absence: Absence): void {
  const { subnets, routeTableId, instanceSecurityGroupId, loadBalancerSecurityGroupId } = network
  const inside = [
    ...subnets.map(({ id }) => id),
    routeTableId,
    instanceSecurityGroupId,
    loadBalancerSecurityGroupId,
  ]
  for (const id of inside) if (id !== undefined) absence.forget(id)
  network.subnets = []
  delete network.vpcId
  delete network.routeTableId
  delete network.instanceSecurityGroupId
  delete network.loadBalancerSecurityGroupId
}
