import { CloudError, type Network, type Subnet, type Vpc } from '../../controller/cloud/cloud'
import { contains, overlaps, parseCidr } from '../../core/aws/cidr'
import type { AccountApi } from '../api'
import type { AccountState, VpcState, WorldState } from '../state'
import { callsOf, ec2Table } from '../table'
import { quotaOf } from '../quotas'
import { refusal } from '../refusal'
import { requireKnown, visible, removeThing } from '../things'
import { networkInterfaces } from './dependencies'
import { foreignThingsOf } from './foreign-endpoints'
import { gatewaysOf } from './internet-gateways'
import { addMainTable, dropAssociations, ownTablesIn, removeTablesOf, routeTablesOf } from './route-tables'
import { addDefaultGroup, securityGroupsOf } from './security-groups'
import { isHere, rangesOf } from './vpc-ranges'
import { peeringsOf, endPeering } from './peering-sides'

/** EC2's network as far as SDO uses it. */
export function networkOf(api: AccountApi): Network {
  const ofVpcs = callsOf(api, vpcs)
  const ofSubnets = callsOf(api, subnets)
  return {
    listVpcs: ofVpcs.list,
    createVpc: ofVpcs.create,
    async deleteVpc(id) {
      try {
        await ofVpcs.delete(id)
      } catch (error) {
        if (!(error instanceof CloudError && error.kind === 'dependency-violation')) throw error
        const subnetIds = await api.call('ec2:DescribeSubnets', {}, (account) => subnetIdsIn(account, id))
        if (subnetIds.length > 0) throw error
        await routeTablesOf(api).removeFrom(id)
        await ofVpcs.delete(id)
      }
    },
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
        api.world.profile.zones.map(({ name, id }) => ({ name, id })).sort((a, b) => (a.id < b.id ? -1 : 1)),
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
      throw refusal('InvalidVpc.Range', `The CIDR '${cidr}' is invalid: it takes a /16 up to a /28`)
    return { cidr }
  },
  check(account, _input, world) {
    const here = Object.values(account.vpcs).filter(isHere).length
    if (here >= (quotaOf(world, account, 'vpcs') ?? Infinity))
      throw refusal('VpcLimitExceeded', 'The maximum number of VPCs has been reached.')
  },
  see: ({ id, cidr, tags }) => ({ id, cidr, tags }),
  isSeen: isHere,
  users: (account, id) => [
    ...subnetIdsIn(account, id),
    ...idsOf(account.securityGroups, ({ vpcId, isDefault }) => vpcId === id && !isDefault),
    ...ownTablesIn(account, id),
    ...idsOf(account.internetGateways, ({ attachedVpcId }) => attachedVpcId === id),
  ],
  made(account, { id }, { random }) {
    addMainTable(account, random, id)
    addDefaultGroup(account, random, id)
  },
  remove: (account, id, { state }) => removeVpc(state, account, id),
})

const subnets = ec2Table<Subnet, Subnet, Input<'createSubnet'>>({
  type: 'subnet',
  name: 'Subnet',
  prefix: 'subnet',
  noun: 'subnet',
  vpcOf: ({ vpcId }) => vpcId,
  make(account, { vpcId, zone, cidr }, world) {
    const vpc = requireKnown(world, account.vpcs, vpcId, 'VPC')
    if (!world.profile.zones.some(({ name }) => name === zone))
      throw refusal('InvalidParameterValue', `Value (${zone}) for parameter availabilityZone is invalid.`)
    requireFreeRange(account, vpc, cidr)
    return { vpcId, zone, cidr }
  },
  see: ({ id, vpcId, zone, cidr, tags }) => ({ id, vpcId, zone, cidr, tags }),
  users: (account, id, { clock }) =>
    networkInterfaces(account, clock.now(), ({ subnetIds }) => subnetIds.includes(id)),
  remove(account, id) {
    dropAssociations(account, id)
    removeThing(account.subnets, id)
  },
})

const subnetIdsIn = ({ subnets: all }: AccountState, vpc: string): string[] =>
  idsOf(all, ({ vpcId }) => vpcId === vpc)

const idsOf = <T extends { id: string }>(things: Record<string, T>, isOne: (thing: T) => boolean) =>
  Object.values(things)
    .filter(isOne)
    .map(({ id }) => id)

/** @throws CloudError invalid unless `cidr` is in the VPC, and apart from its other subnets */
function requireFreeRange(account: AccountState, vpc: VpcState, cidr: string): void {
  const range = parseCidr(cidr)
  const vpcRange = parseCidr(vpc.cidr)
  if (!range || !vpcRange || !contains(vpcRange, range) || range.prefixLength > 28)
    throw refusal('InvalidSubnet.Range', `The CIDR '${cidr}' is invalid in a VPC with ${vpc.cidr}.`)
  for (const other of Object.values(account.subnets)) {
    const taken = other.vpcId === vpc.id ? parseCidr(other.cidr) : undefined
    if (taken && overlaps(taken, range))
      throw refusal('InvalidSubnet.Conflict', `The CIDR '${cidr}' conflicts with another subnet: ${other.id}`)
  }
}

/** Takes a VPC away with its route tables and its default security group; its connections with others end. */
export function removeVpc(state: Pick<WorldState, 'accounts'>, account: AccountState, id: string): void {
  removeTablesOf(account, id)
  for (const group of Object.values(account.securityGroups))
    if (group.vpcId === id) removeThing(account.securityGroups, group.id)
  for (const peering of peeringsOf(state, account.accountNumber))
    if (peering.requesterVpcId === id || peering.accepterVpcId === id) endPeering(peering, 'deleted')
  removeThing(account.vpcs, id)
}
