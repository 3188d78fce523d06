import { isOurs, purposeTag, type Tags } from '../../core/aws/ownership'
import type { InternetGateway, InternetGateways, OwnRouteTable } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { AccountState, GatewayState, RouteTableState } from '../state'
import { callsOf, ec2Table } from '../table'
import { refusal } from '../refusal'
import { requireKnown, requireThing, requireUnused } from '../things'
import { quotaOf } from '../quotas'
import type { World } from '../world'
import { networkInterfaces } from './dependencies'

const gateways = ec2Table<GatewayState, InternetGateway, { tags: Tags }>({
  type: 'internet-gateway',
  name: 'InternetGateway',
  prefix: 'igw',
  noun: 'internet gateway',
  // The guide on VPC quotas: their number follows that of VPCs, and is raised with it.
  check(account, _input, world) {
    if (Object.keys(account.internetGateways).length >= (quotaOf(world, account, 'vpcs') ?? Infinity))
      throw refusal(
        'InternetGatewayLimitExceeded',
        'The maximum number of internet gateways has been reached.',
      )
  },
  make: () => ({ attachedVpcId: undefined, isDefaultRoute: false }),
  see: ({ id, attachedVpcId, tags }) => ({ id, attachedVpcId, tags }),
})

const routeTables = ec2Table<RouteTableState, OwnRouteTable, { vpcId: string; tags: Tags }>({
  type: 'route-table',
  name: 'RouteTable',
  prefix: 'rtb',
  noun: 'route table',
  vpcOf: ({ vpcId }) => vpcId,
  make: (_account, { vpcId }) => ({ vpcId, routes: [] }),
  // The default route itself is kept with its gateway, and all subnets of a VPC are of its table.
  see({ id, vpcId, tags }, { state }) {
    const account = Object.values(state.accounts).find((one) => one.routeTables[id])
    const subnets = Object.values(account?.subnets ?? {}).filter((subnet) => subnet.vpcId === vpcId)
    const gateway = Object.values(account?.internetGateways ?? {}).find(
      ({ attachedVpcId, isDefaultRoute }) => attachedVpcId === vpcId && isDefaultRoute,
    )
    return {
      id,
      vpcId,
      tags,
      defaultGatewayId: gateway?.id,
      subnetIds: subnets.map((subnet) => subnet.id),
    }
  },
})

export function gatewaysOf(api: AccountApi): InternetGateways {
  const calls = callsOf(api, gateways)
  return {
    listInternetGateways: calls.list,
    createInternetGateway: calls.create,
    listOwnRouteTables: callsOf(api, routeTables).list,

    async connectInternetGateway({ gatewayId, vpcId }) {
      await api.call(
        'ec2:AttachInternetGateway',
        { on: [api.ec2('internet-gateway', gatewayId), api.ec2('vpc', vpcId)] },
        (account) => attach(api.world, account, gatewayId, vpcId),
      )
      const tableId = await ensureRouteTable(api, vpcId)
      await api.call('ec2:CreateRoute', { on: [api.ec2('route-table', tableId)] }, (account) => {
        requireThing(account.internetGateways, gatewayId, 'internet gateway').isDefaultRoute = true
      })
    },

    async deleteInternetGateway(id) {
      const on = [api.ec2('internet-gateway', id)]
      await api.call('ec2:DetachInternetGateway', { on }, (account) =>
        detach(account, id, api.world.clock.now()),
      )
      await calls.delete(id)
    },
  }
}

function attach(world: World, account: AccountState, gatewayId: string, vpcId: string): void {
  const gateway = requireKnown(world, account.internetGateways, gatewayId, 'internet gateway')
  requireKnown(world, account.vpcs, vpcId, 'VPC')
  if (gateway.attachedVpcId !== undefined && gateway.attachedVpcId !== vpcId)
    throw refusal(
      'Resource.AlreadyAssociated',
      `resource ${gatewayId} is already attached to network ${gateway.attachedVpcId}`,
    )
  const rival = Object.values(account.internetGateways).find(
    (other) => other.attachedVpcId === vpcId && other.id !== gatewayId,
  )
  if (rival)
    throw refusal(
      'InvalidParameterValue',
      `Network ${vpcId} already has an internet gateway attached: ${rival.id}`,
    )
  gateway.attachedVpcId = vpcId
}

function detach(account: AccountState, id: string, now: number): void {
  const gateway = account.internetGateways[id]
  if (gateway?.attachedVpcId === undefined) return
  const inside = Object.values(account.subnets)
    .filter(({ vpcId }) => vpcId === gateway.attachedVpcId)
    .map((subnet) => subnet.id)
  const isInside = ({ subnetIds }: { subnetIds: string[] }) => subnetIds.some((one) => inside.includes(one))
  const users = networkInterfaces(account, now, isInside, 'public addresses')
  requireUnused('internet gateway', id, users)
  gateway.attachedVpcId = undefined
  gateway.isDefaultRoute = false
}

/** Answers the id of the VPC's table of ours. */
async function ensureRouteTable(api: AccountApi, vpcId: string): Promise<string> {
  const account = api.world.state.accounts[api.accountNumber]
  const present = Object.values(account?.routeTables ?? {}).find(
    (table) => table.vpcId === vpcId && isOurs(table.tags),
  )
  if (present) return present.id
  const tags = { ...account?.vpcs[vpcId]?.tags, [purposeTag]: 'route-table' }
  return (await callsOf(api, routeTables).create({ vpcId, tags })).id
}
