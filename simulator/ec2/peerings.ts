import { isOurs } from '../../core/aws/ownership'
import { findOverlap } from '../../core/aws/cidr'
import { CloudError, type Peering, type Peerings } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newId } from '../ids'
import type { PeeringState } from '../state'
import { requireThing, visible } from '../things'
import { listed } from '../world'
import { endPeering, isAlive } from './end-peering'
import { peeringResource, peeringSideOf } from './peering-sides'
import { isHere, rangesOf } from './vpc-ranges'

const messages: Record<PeeringState['state'], string> = {
  'pending-acceptance': 'Pending Acceptance',
  active: 'Active',
  failed: 'Failed due to incorrect VPC-ID, Account ID, or overlapping CIDR range',
  deleted: 'Deleted',
  rejected: 'Inactive',
  expired: 'Expired',
}

/** EC2 in the account that asks for connections of its VPCs with others. */
export const peeringsOfEnvironments = (api: AccountApi): Peerings => ({
  ...peeringSideOf(api, ({ tags }) => isOurs(tags)),

  list: (tags) =>
    api.call('ec2:DescribeVpcPeeringConnections', {}, (account) =>
      visible(api.world, account.peerings, tags).map(toPeering),
    ),

  create: ({ vpcId, peer, tags }) => {
    const made = { ...peeringResource(api, 'new'), tags: {} }
    const request = {
      on: [made, api.ec2('vpc', vpcId)],
      requestTags: tags,
      alsoNeeds: [{ action: 'ec2:CreateTags', on: [made] }],
    }
    return api.call('ec2:CreateVpcPeeringConnection', request, (account) => {
      const own = requireThing(account.vpcs, vpcId, 'VPC')
      const other = api.world.state.accounts[peer.accountNumber]?.vpcs[peer.vpcId]
      const isThere = Object.values(account.peerings).some(
        (one) => isAlive(one) && one.requesterVpcId === vpcId && one.accepterVpcId === peer.vpcId,
      )
      if (isThere) throw new CloudError('invalid', `${vpcId} and ${peer.vpcId} are connected already.`)
      const isPossible = other && isHere(other) && !findOverlap(rangesOf(own), rangesOf(other))
      const id = newId('pcx', api.world.random)
      const peering: PeeringState = {
        id,
        requesterVpcId: vpcId,
        accepterVpcId: peer.vpcId,
        accepterAccount: peer.accountNumber,
        state: isPossible ? 'pending-acceptance' : 'failed',
        resolvesNames: { requester: false, accepter: false },
        tags,
        accepterTags: {},
      }
      account.peerings[id] = listed(api.world, peering)
      return toPeering(peering)
    })
  },

  delete: (id) =>
    api.call('ec2:DeleteVpcPeeringConnection', { on: [peeringResource(api, id)] }, (account) => {
      const peering = account.peerings[id]
      if (peering) endPeering(peering, 'deleted')
    }),

  enableDnsNames: (vpcId) =>
    api.call('ec2:ModifyVpcAttribute', { on: [api.ec2('vpc', vpcId)] }, (account) => {
      requireThing(account.vpcs, vpcId, 'VPC').hasDnsNames = true
    }),
})

const toPeering = ({ state, ...peering }: PeeringState): Peering => ({
  id: peering.id,
  requesterVpcId: peering.requesterVpcId,
  accepterVpcId: peering.accepterVpcId,
  resolvesNames: peering.resolvesNames,
  tags: peering.tags,
  state: state === 'deleted' || state === 'rejected' || state === 'expired' ? 'gone' : state,
  message: messages[state],
})
