import { parseCidr } from '../../core/aws/cidr'
import { region as ownRegion } from '../../core/aws/region'
import type { ExternalNetworks } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newId, type Random } from '../ids'
import type { AccountState, VpcState } from '../state'
import { refusal } from '../refusal'
import { formerTagsOf } from '../tag-changes'
import { requireThing } from '../things'
import { peeringResource, peeringSideOf, requirePeering } from './peering-sides'
import { addMainTable } from './route-tables'
import { addDefaultGroup } from './security-groups'
import { isHere, rangesOf } from './vpc-ranges'

/** The owner's input for a new VPC. */
export interface NewVpc {
  cidr: string
  /** Default: the one in which SDO is. */
  region?: string
  /** Default: true, as in the console of AWS. */
  hasDnsNames?: boolean
}

/** Makes a VPC of the customer's own, with what every VPC has. @throws Error for what is no range of a VPC */
export function addVpc(
  account: AccountState,
  random: Random,
  { cidr, region = ownRegion, hasDnsNames = true }: NewVpc,
): VpcState {
  requireVpcRange(cidr)
  const id = newId('vpc', random)
  const vpc = { id, cidr, ...(region !== ownRegion && { region }), hasDnsNames, tags: {}, visibleEpoch: 0 }
  account.vpcs[id] = vpc
  addMainTable(account, random, id)
  addDefaultGroup(account, random, id)
  return vpc
}

/** Gives a VPC a range more. @throws Error for what is no range of a VPC */
export function addRange(vpc: VpcState, cidr: string): void {
  requireVpcRange(cidr)
  vpc.otherCidrs = [...(vpc.otherCidrs ?? []), cidr]
}

/** @throws Error */
function requireVpcRange(cidr: string): void {
  const range = parseCidr(cidr)
  if (!range || range.prefixLength < 16 || range.prefixLength > 28)
    throw new Error(`${cidr} is not a range for a VPC: it takes a /16 up to a /28, as in 10.1.0.0/16.`)
}

/** EC2 in the account of an external network. */
export const externalNetworksOf = (api: AccountApi): ExternalNetworks => ({
  ...peeringSideOf(api, () => true),

  getVpc: (id) =>
    api.call('ec2:DescribeVpcs', {}, (account) => {
      const here = Object.fromEntries(Object.entries(account.vpcs).filter(([, vpc]) => isHere(vpc)))
      const vpc = requireThing(here, id, 'VPC')
      return { id, cidrs: rangesOf(vpc), tags: vpc.tags }
    }),

  async ensureAccepted({ peeringId, tags }) {
    const { state, accepterVpcId, accepterTags } = await api.call(
      'ec2:DescribeVpcPeeringConnections',
      {},
      () => requirePeering(api, peeringId),
    )
    const on = [peeringResource(api, peeringId)]
    if (state !== 'active')
      await api.call('ec2:AcceptVpcPeeringConnection', { on: [...on, api.ec2('vpc', accepterVpcId)] }, () => {
        const peering = requirePeering(api, peeringId)
        if (peering.state !== 'pending-acceptance')
          throw refusal('InvalidStateTransition', `The connection ${peeringId} is ${peering.state}.`)
        peering.state = 'active'
      })
    const isMarked = Object.entries(tags).every(([key, value]) => accepterTags[key] === value)
    if (!isMarked)
      await api.call('ec2:CreateTags', { on, requestTags: tags }, () => {
        const peering = requirePeering(api, peeringId)
        peering.formerAccepterTags = formerTagsOf(api.world, peering.accepterTags).formerTags
        peering.accepterTags = { ...peering.accepterTags, ...tags }
      })
  },
})
