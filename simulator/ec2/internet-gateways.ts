import { isOurs, purposeTag } from '../../core/aws/ownership'
import { CloudError, type InternetGateways } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { networkUsers, requireUnused } from './dependencies'
import { newId } from '../ids'
import { listed } from '../world'
import { removeThing, requireThing, visible } from '../things'

export function gatewaysOf(api: AccountApi): InternetGateways {
  const { world } = api
  return {
    listInternetGateways: (tags) =>
      api.call('ec2:DescribeInternetGateways', {}, (account) =>
        visible(world, account.internetGateways, tags).map(({ id, attachedVpcId, tags }) => ({
          id,
          attachedVpcId,
          tags,
        })),
      ),

    createInternetGateway: ({ tags }) =>
      api.call('ec2:CreateInternetGateway', api.making('internet-gateway', tags), (account) => {
        const id = newId('igw', world.random)
        const gateway = { id, attachedVpcId: undefined, tags }
        account.internetGateways[id] = listed(world, { ...gateway, isDefaultRoute: false })
        return gateway
      }),

    async connectInternetGateway({ gatewayId, vpcId }) {
      await api.call(
        'ec2:AttachInternetGateway',
        { on: [api.ec2('internet-gateway', gatewayId), api.ec2('vpc', vpcId)] },
        (account) => {
          const gateway = requireThing(account.internetGateways, gatewayId, 'internet gateway')
          requireThing(account.vpcs, vpcId, 'VPC')
          if (gateway.attachedVpcId !== undefined && gateway.attachedVpcId !== vpcId)
            throw new CloudError('invalid', `${gatewayId} is attached to ${gateway.attachedVpcId}.`)
          const rival = Object.values(account.internetGateways).find(
            (other) => other.attachedVpcId === vpcId && other.id !== gatewayId,
          )
          if (rival)
            throw new CloudError('invalid', `${vpcId} has another internet gateway already: ${rival.id}.`)
          gateway.attachedVpcId = vpcId
        },
      )
      const tableId = await ensureRouteTable(api, vpcId)
      await api.call('ec2:CreateRoute', { on: [api.ec2('route-table', tableId)] }, (account) => {
        requireThing(account.internetGateways, gatewayId, 'internet gateway').isDefaultRoute = true
      })
    },

    async deleteInternetGateway(id) {
      const on = [api.ec2('internet-gateway', id)]
      await api.call('ec2:DetachInternetGateway', { on }, (account) => {
        const gateway = account.internetGateways[id]
        if (gateway?.attachedVpcId === undefined) return
        const subnetIds = Object.values(account.subnets)
          .filter(({ vpcId }) => vpcId === gateway.attachedVpcId)
          .map((subnet) => subnet.id)
        const users = networkUsers(account, world.clock.now()).filter((user) =>
          user.subnetIds.some((subnetId) => subnetIds.includes(subnetId)),
        )
        requireUnused('internet gateway', id, users.length > 0 ? [`${users.length} public addresses`] : [])
        gateway.attachedVpcId = undefined
        gateway.isDefaultRoute = false
      })
      await api.call('ec2:DeleteInternetGateway', { on }, (account) => {
        removeThing(account.internetGateways, id)
      })
    },
  }
}

/** The default route itself is kept with its gateway. Answers the id of the VPC's table of ours. */
async function ensureRouteTable(api: AccountApi, vpcId: string): Promise<string> {
  const { state, random } = api.world
  const account = state.accounts[api.accountNumber]
  const present = Object.values(account?.routeTables ?? {}).find(
    (table) => table.vpcId === vpcId && isOurs(table.tags),
  )
  if (present) return present.id
  const tags = { ...account?.vpcs[vpcId]?.tags, [purposeTag]: 'route-table' }
  const request = api.making('route-table', tags, [api.ec2('vpc', vpcId)])
  return api.call('ec2:CreateRouteTable', request, ({ routeTables }) => {
    const id = newId('rtb', random)
    routeTables[id] = listed(api.world, { id, vpcId, routes: [], tags })
    return id
  })
}
