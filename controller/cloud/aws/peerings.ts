import {
  CreateVpcPeeringConnectionCommand,
  DeleteVpcPeeringConnectionCommand,
  ModifyVpcAttributeCommand,
  paginateDescribeVpcPeeringConnections,
} from '@aws-sdk/client-ec2'
import type { Peerings } from '../cloud'
import { unlessGone } from './aws-errors'
import { hasTags, tagFilters, tagSpecification } from './aws-tags'
import { everyItem } from './bounded-answers'
import { createPeeringSide, toPeering } from './peering-sides'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'
import { listOwnRouteTables } from './route-tables'

export const createPeerings = (clientsOf: ClientsOf): Peerings => ({
  ...createPeeringSide(clientsOf, listOwnRouteTables),

  async list(tags) {
    const { ec2 } = await clientsOf()
    const pages = paginateDescribeVpcPeeringConnections({ client: ec2 }, { Filters: tagFilters(tags) })
    const found = await everyItem(pages, ({ VpcPeeringConnections }) => VpcPeeringConnections)
    return found.map(toPeering).filter((peering) => hasTags(peering.tags, tags))
  },

  async create({ vpcId, peer, tags }) {
    const { ec2 } = await clientsOf()
    const { VpcPeeringConnection: made } = await ec2.send(
      new CreateVpcPeeringConnectionCommand({
        VpcId: vpcId,
        PeerVpcId: peer.vpcId,
        PeerOwnerId: peer.accountNumber,
        TagSpecifications: [tagSpecification('vpc-peering-connection', tags)],
      }),
    )
    return toPeering(requireAnswer(made, 'which connection of VPCs it made'))
  },

  async delete(id) {
    const { ec2 } = await clientsOf()
    await unlessGone(ec2.send(new DeleteVpcPeeringConnectionCommand({ VpcPeeringConnectionId: id })))
  },

  async enableDnsNames(vpcId) {
    const { ec2 } = await clientsOf()
    await ec2.send(new ModifyVpcAttributeCommand({ VpcId: vpcId, EnableDnsHostnames: { Value: true } }))
  },
})
