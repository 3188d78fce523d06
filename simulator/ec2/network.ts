import { CloudError, type Network, type Subnet, type Vpc } from '../../controller/cloud/cloud'
import { contains, overlaps, parseCidr } from '../../core/aws/cidr'
import type { AccountApi } from '../api'
import type { AccountState, VpcState, WorldState } from '../state'
import { callsOf, ec2Table } from '../table'
import { requireThing, visible, removeThing } from '../things'
import { networkInterfaces } from './dependencies'
import { foreignThingsOf } from './foreign-endpoints'
import { gatewaysOf } from './internet-gateways'
import { zones } from './offerings'
import { securityGroupsOf } from './security-groups'
import { isHere, rangesOf } from './vpc-ranges'
import { peeringsOf, endPeering } from './peering-sides'

/** EC2's network as far as SDO uses it. */
export function networkOf(api: AccountApi): Network {
  const ofVpcs = callsOf(api, vpcs)
  const ofSubnets = callsOf(api, subnets)
  return {
    listVpcs: ofVpcs.list,
    createVpc: ofVpcs.create,
    deleteVpc: ofVpcs.delete,
    listVpcRanges: () =>
      api.call('ec2:DescribeVpcs', {}, (account) =>
        visible(api.world, account.vpcs, {})
          .filter(isHere)
          .map((vpc) => ({ vpcId: vpc.id, cidrs: rangesOf(vpc) })),
      ),
    listSubnets: ofSubnets.list,
    createSubnet: ofSubnets.create,
    deleteSubnet: ofSubnets.delete,
    ...gatewaysOf(api),
    ...securityGroupsOf(api),
    ...foreignThingsOf(api),
    listZones: () =>
      api.call('ec2:DescribeAvailabilityZones', {}, () =>
        zones.map((name, index) => ({ name, id: `use1-az${index + 1}` })),
      ),
  }
}

type Input<Call extends 'createVpc' | 'createSubnet'> = Parameters<Network[Call]>[0]

const vpcs = ec2Table<VpcState, Vpc, Input<'createVpc'>>({
  type: 'vpc',
  name: 'Vpc',
  prefix: 'vpc',
  noun: 'VPC',
  make(_account, { cidr }) {
    const range = parseCidr(cidr)
    if (!range || range.prefixLength < 16 || range.prefixLength > 28)
      throw new CloudError('invalid', `${cidr} is not a range for a VPC: it takes a /16 up to a /28.`)
    return { cidr }
  },
  check({ quotas, vpcs: present }) {
    const here = Object.values(present).filter(isHere).length
    if (quotas?.vpcs !== undefined && here >= quotas.vpcs)
      throw new CloudError(
        'quota-exceeded',
        'The maximum number of VPCs has been reached (VpcLimitExceeded).',
      )
  },
  see: ({ id, cidr, tags }) => ({ id, cidr, tags }),
  isSeen: isHere,
  users: (account, id) => [
    ...idsOf(account.subnets, ({ vpcId }) => vpcId === id),
    ...idsOf(account.securityGroups, ({ vpcId }) => vpcId === id),
    ...idsOf(account.internetGateways, ({ attachedVpcId }) => attachedVpcId === id),
  ],
  remove: (account, id, { state }) => removeVpc(state, account, id),
})

const subnets = ec2Table<Subnet, Subnet, Input<'createSubnet'>>({
  type: 'subnet',
  name: 'Subnet',
  prefix: 'subnet',
  noun: 'subnet',
  vpcOf: ({ vpcId }) => vpcId,
  make(account, { vpcId, zone, cidr }) {
    const vpc = requireThing(account.vpcs, vpcId, 'VPC')
    if (!zones.includes(zone)) throw new CloudError('invalid', `There is no zone ${zone}.`)
    requireFreeRange(account, vpc, cidr)
    return { vpcId, zone, cidr }
  },
  see: ({ id, vpcId, zone, cidr, tags }) => ({ id, vpcId, zone, cidr, tags }),
  users: (account, id, { clock }) =>
    networkInterfaces(account, clock.now(), ({ subnetIds }) => subnetIds.includes(id)),
})

const idsOf = <T extends { id: string }>(things: Record<string, T>, isOne: (thing: T) => boolean) =>
  Object.values(things)
    .filter(isOne)
    .map(({ id }) => id)

/** @throws CloudError invalid unless `cidr` is in the VPC, and apart from its other subnets */
function requireFreeRange(account: AccountState, vpc: VpcState, cidr: string): void {
  const range = parseCidr(cidr)
  const vpcRange = parseCidr(vpc.cidr)
  if (!range || !vpcRange || !contains(vpcRange, range) || range.prefixLength > 28)
    throw new CloudError('invalid', `${cidr} is not a range for a subnet of a VPC with ${vpc.cidr}.`)
  for (const other of Object.values(account.subnets)) {
    const taken = other.vpcId === vpc.id ? parseCidr(other.cidr) : undefined
    if (taken && overlaps(taken, range))
      throw new CloudError('invalid', `${cidr} overlaps the subnet ${other.id} with ${other.cidr}.`)
  }
}

/** Takes a VPC away with its route tables; its connections with others end. */
export function removeVpc(state: Pick<WorldState, 'accounts'>, account: AccountState, id: string): void {
  for (const table of Object.values(account.routeTables))
    if (table.vpcId === id) removeThing(account.routeTables, table.id)
  for (const peering of peeringsOf(state, account.accountNumber))
    if (peering.requesterVpcId === id || peering.accepterVpcId === id) endPeering(peering, 'deleted')
  removeThing(account.vpcs, id)
}
