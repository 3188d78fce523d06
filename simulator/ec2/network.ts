import { CloudError, type Network } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { contains, overlaps, parseCidr } from '../../core/aws/cidr'
import { removeVpc } from './remove-vpc'
import { isHere, rangesOf } from './vpc-ranges'
import { networkUsers, requireUnused } from './dependencies'
import { newId } from '../ids'
import { zones } from './offerings'
import { gatewaysOf } from './internet-gateways'
import { securityGroupsOf } from './security-groups'
import { listed } from '../world'
import { removeThing, requireThing, visible } from '../things'

/** EC2's network as far as SDO uses it. */
export const networkOf = (api: AccountApi): Network => ({
  ...vpcsOf(api),
  ...subnetsOf(api),
  ...gatewaysOf(api),
  ...securityGroupsOf(api),
  listZones: () => api.call('ec2:DescribeAvailabilityZones', {}, () => [...zones]),
})

function vpcsOf(api: AccountApi): Pick<Network, 'listVpcs' | 'listVpcRanges' | 'createVpc' | 'deleteVpc'> {
  const { world } = api
  return {
    listVpcs: (tags) =>
      api.call('ec2:DescribeVpcs', {}, (account) =>
        visible(world, account.vpcs, tags)
          .filter(isHere)
          .map(({ id, cidr, tags }) => ({ id, cidr, tags })),
      ),
    listVpcRanges: () =>
      api.call('ec2:DescribeVpcs', {}, (account) =>
        visible(world, account.vpcs, {})
          .filter(isHere)
          .map((vpc) => ({ vpcId: vpc.id, cidrs: rangesOf(vpc) })),
      ),
    createVpc: ({ cidr, tags }) =>
      api.call('ec2:CreateVpc', api.making('vpc', tags), (account) => {
        const range = parseCidr(cidr)
        if (!range || range.prefixLength < 16 || range.prefixLength > 28)
          throw new CloudError('invalid', `${cidr} is not a range for a VPC: it takes a /16 up to a /28.`)
        const id = newId('vpc', world.random)
        account.vpcs[id] = listed(world, { id, cidr, tags })
        return { id, cidr, tags }
      }),
    deleteVpc: (id) =>
      api.call('ec2:DeleteVpc', { on: [api.ec2('vpc', id)] }, (account) => {
        const inVpc = <T extends { id: string }>(
          things: Record<string, T>,
          of: (thing: T) => string | undefined,
        ) =>
          Object.values(things)
            .filter((thing) => of(thing) === id)
            .map((thing) => thing.id)
        requireUnused('VPC', id, [
          ...inVpc(account.subnets, ({ vpcId }) => vpcId),
          ...inVpc(account.securityGroups, ({ vpcId }) => vpcId),
          ...inVpc(account.internetGateways, ({ attachedVpcId }) => attachedVpcId),
        ])
        removeVpc(world.state, account, id)
      }),
  }
}

function subnetsOf(api: AccountApi): Pick<Network, 'listSubnets' | 'createSubnet' | 'deleteSubnet'> {
  const { world } = api
  return {
    listSubnets: (tags) =>
      api.call('ec2:DescribeSubnets', {}, (account) =>
        visible(world, account.subnets, tags).map(({ id, vpcId, zone, cidr, tags }) => ({
          id,
          vpcId,
          zone,
          cidr,
          tags,
        })),
      ),
    createSubnet: ({ vpcId, zone, cidr, tags }) =>
      api.call('ec2:CreateSubnet', api.making('subnet', tags, [api.ec2('vpc', vpcId)]), (account) => {
        const vpc = requireThing(account.vpcs, vpcId, 'VPC')
        if (!zones.includes(zone)) throw new CloudError('invalid', `There is no zone ${zone}.`)
        const range = parseCidr(cidr)
        const vpcRange = parseCidr(vpc.cidr)
        if (!range || !vpcRange || !contains(vpcRange, range) || range.prefixLength > 28)
          throw new CloudError('invalid', `${cidr} is not a range for a subnet of a VPC with ${vpc.cidr}.`)
        for (const other of Object.values(account.subnets)) {
          const taken = other.vpcId === vpcId ? parseCidr(other.cidr) : undefined
          if (taken && overlaps(taken, range))
            throw new CloudError('invalid', `${cidr} overlaps the subnet ${other.id} with ${other.cidr}.`)
        }
        const id = newId('subnet', world.random)
        const subnet = { id, vpcId, zone, cidr, tags }
        account.subnets[id] = listed(world, subnet)
        return subnet
      }),
    deleteSubnet: (id) =>
      api.call('ec2:DeleteSubnet', { on: [api.ec2('subnet', id)] }, (account) => {
        const users = networkUsers(account, world.clock.now()).filter(({ subnetIds }) =>
          subnetIds.includes(id),
        )
        requireUnused('subnet', id, users.length > 0 ? [`${users.length} network interfaces`] : [])
        removeThing(account.subnets, id)
      }),
  }
}
