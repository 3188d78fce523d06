import type { InternetGateway, OwnRouteTable, SecurityGroup, Subnet, Vpc } from '../../cloud/cloud'
import type { Pass } from '../pass'

/** The parts of all networks of an environment, as AWS lists them by tags. */
export interface ListedParts {
  vpcs: Vpc[]
  subnets: Subnet[]
  gateways: InternetGateway[]
  routeTables: OwnRouteTable[]
  groups: SecurityGroup[]
}

export async function listParts(pass: Pass): Promise<ListedParts> {
  const api = pass.account.network
  const tags = pass.environmentTags
  const [vpcs, subnets, gateways, routeTables, groups] = await Promise.all([
    api.listVpcs(tags),
    api.listSubnets(tags),
    api.listInternetGateways(tags),
    api.listOwnRouteTables(tags),
    api.listSecurityGroups(tags),
  ])
  return { vpcs, subnets, gateways, routeTables, groups }
}

/** Whether traffic of all the subnets goes through the gateway. */
export function isConnected(
  { gateways, routeTables }: ListedParts,
  gatewayId: string,
  { vpcId, subnetIds }: { vpcId: string; subnetIds: string[] },
): boolean {
  const isAttached = gateways.some(({ id, attachedVpcId }) => id === gatewayId && attachedVpcId === vpcId)
  const tables = routeTables.filter((one) => one.vpcId === vpcId && one.defaultGatewayId === gatewayId)
  const routed = new Set(tables.flatMap((table) => table.subnetIds))
  return isAttached && subnetIds.every((id) => routed.has(id))
}
