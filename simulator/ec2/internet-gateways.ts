import type { Tags } from '../../core/aws/ownership'
import type { InternetGateway, InternetGateways } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { AccountState, GatewayState } from '../state'
import { callsOf, ec2Table } from '../table'
import { refusal } from '../refusal'
import { requireKnown, requireUnused } from '../things'
import { quotaOf } from '../quotas'
import { late, type World } from '../world'
import { networkInterfaces } from './dependencies'
import { routeTablesOf } from './route-tables'

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
  make: () => ({ attachedVpcId: undefined }),
  see: ({ id, attachedVpcId, attachmentShownEpoch = 0, tags }, { clock }) => ({
    id,
    attachedVpcId: attachmentShownEpoch <= clock.now() ? attachedVpcId : undefined,
    tags,
  }),
})

export function gatewaysOf(api: AccountApi): InternetGateways {
  const calls = callsOf(api, gateways)
  const tables = routeTablesOf(api)
  return {
    listInternetGateways: calls.list,
    createInternetGateway: calls.create,
    ...tables.port,

    async connectInternetGateway({ gatewayId, vpcId, routeTableId, subnetIds }) {
      await api.call(
        'ec2:AttachInternetGateway',
        { on: [api.ec2('internet-gateway', gatewayId), api.ec2('vpc', vpcId)] },
        (account) => attach(api.world, account, gatewayId, vpcId),
      )
      await tables.ensureDefaultRoute(routeTableId, gatewayId)
      await tables.ensureAssociations(routeTableId, subnetIds)
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
  if (gateway.attachedVpcId === vpcId) return
  gateway.attachedVpcId = vpcId
  gateway.attachmentShownEpoch = late(world, {}).shownEpoch
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
}
