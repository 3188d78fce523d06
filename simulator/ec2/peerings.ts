import { isOurs } from '../../core/aws/ownership'
import { findOverlap } from '../../core/aws/cidr'
import type { Peering, Peerings } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newId } from '../ids'
import type { PeeringState } from '../state'
import { callsOf, type Table } from '../table'
import { refusal } from '../refusal'
import { requireKnown } from '../things'
import { peeringResource, peeringSideOf, endPeering, isAlive } from './peering-sides'
import { isHere, rangesOf } from './vpc-ranges'

const messages: Record<PeeringState['state'], string> = {
  'pending-acceptance': 'Pending Acceptance',
  active: 'Active',
  failed: 'Failed due to incorrect VPC-ID, Account ID, or overlapping CIDR range',
  deleted: 'Deleted',
  rejected: 'Inactive',
  expired: 'Expired',
}

const peerings: Table<PeeringState, Peering, Parameters<Peerings['create']>[0]> = {
  noun: 'connection',
  calls: {
    list: 'ec2:DescribeVpcPeeringConnections',
    create: 'ec2:CreateVpcPeeringConnection',
    delete: 'ec2:DeleteVpcPeeringConnection',
  },
  rows: (account) => account.peerings,
  resource: peeringResource,
  needs: {
    create(api, { vpcId, tags }) {
      const made = { ...peeringResource(api, 'new'), tags: {} }
      return {
        on: [made, api.ec2('vpc', vpcId)],
        requestTags: tags,
        alsoNeeds: [{ action: 'ec2:CreateTags', on: [made] }],
      }
    },
  },
  make(account, { vpcId, peer }, world) {
    const { state } = world
    const own = requireKnown(world, account.vpcs, vpcId, 'VPC')
    const other = state.accounts[peer.accountNumber]?.vpcs[peer.vpcId]
    const isThere = Object.values(account.peerings).some(
      (one) => isAlive(one) && one.requesterVpcId === vpcId && one.accepterVpcId === peer.vpcId,
    )
    if (isThere)
      throw refusal('VpcPeeringConnectionAlreadyExists', `${vpcId} and ${peer.vpcId} are connected already.`)
    const isPossible = other && isHere(other) && !findOverlap(rangesOf(own), rangesOf(other))
    return {
      requesterVpcId: vpcId,
      accepterVpcId: peer.vpcId,
      accepterAccount: peer.accountNumber,
      state: isPossible ? 'pending-acceptance' : 'failed',
      resolvesNames: { requester: false, accepter: false },
      accepterTags: {},
    }
  },
  idOf: ({ random }) => newId('pcx', random),
  see: ({ state, ...peering }) => ({
    id: peering.id,
    requesterVpcId: peering.requesterVpcId,
    accepterVpcId: peering.accepterVpcId,
    resolvesNames: peering.resolvesNames,
    tags: peering.tags,
    state: state === 'deleted' || state === 'rejected' || state === 'expired' ? 'gone' : state,
    message: messages[state],
  }),
  remove(account, id) {
    const peering = account.peerings[id]
    if (peering) endPeering(peering, 'deleted')
  },
}

/** EC2 in the account that asks for connections of its VPCs with others. */
export const peeringsOfEnvironments = (api: AccountApi): Peerings => ({
  ...peeringSideOf(api, ({ tags }) => isOurs(tags)),
  ...callsOf(api, peerings),

  enableDnsNames: (vpcId) =>
    api.call('ec2:ModifyVpcAttribute', { on: [api.ec2('vpc', vpcId)] }, (account) => {
      requireKnown(api.world, account.vpcs, vpcId, 'VPC').hasDnsNames = true
    }),
})
