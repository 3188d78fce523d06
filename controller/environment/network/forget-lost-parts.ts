import { networkLines } from '../../../core/environment-log/network-lines'
import type { NetworkStatus } from '../../../core/resources/environment'
import type { Pass } from '../pass'
import type { Absence } from '../absence'
import type { Draft } from '../draft'

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
): Promise<boolean> {
  const api = pass.account.network
  const tags = pass.environmentTags
  const [vpcs, subnets, gateways, groups] = await Promise.all([
    api.listVpcs(tags),
    api.listSubnets(tags),
    api.listInternetGateways(tags),
    api.listSecurityGroups(tags),
  ])
  const isLost = (id: string | undefined, listed: { id: string }[], what: string): boolean => {
    if (id === undefined || !absence.isProven(pass, id, listed)) return false
    draft.event(networkLines.partGone, { what, id })
    return true
  }
  if (isLost(network.vpcId, vpcs, 'VPC')) {
    forgetVpc(network, absence)
    return true
  }
  const staying = network.subnets.filter(({ id }) => !isLost(id, subnets, 'subnet'))
  const lost = [
    staying.length < network.subnets.length,
    isLost(network.internetGatewayId, gateways, 'internet gateway') && delete network.internetGatewayId,
    isLost(network.instanceSecurityGroupId, groups, 'security group of instances') &&
      delete network.instanceSecurityGroupId,
    isLost(network.loadBalancerSecurityGroupId, groups, 'security group of load balancers') &&
      delete network.loadBalancerSecurityGroupId,
  ]
  network.subnets = staying
  return lost.some(Boolean)
}

/** A gateway is not in a VPC but attached to it, and outlives it. The next VPC gets the same range. */
function forgetVpc(network: NetworkStatus, absence: Absence): void {
  const { subnets, instanceSecurityGroupId, loadBalancerSecurityGroupId } = network
  const inside = [...subnets.map(({ id }) => id), instanceSecurityGroupId, loadBalancerSecurityGroupId]
  for (const id of inside) if (id !== undefined) absence.forget(id)
  network.subnets = []
  delete network.vpcId
  delete network.instanceSecurityGroupId
  delete network.loadBalancerSecurityGroupId
}
