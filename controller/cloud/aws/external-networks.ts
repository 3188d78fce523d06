import {
  AcceptVpcPeeringConnectionCommand,
  CreateTagsCommand,
  DescribeVpcPeeringConnectionsCommand,
  DescribeVpcsCommand,
} from '@aws-sdk/client-ec2'
import { CloudError, type ExternalNetworks } from '../cloud'
import { fromAwsTags, hasTags, toAwsTags } from './aws-tags'
import { createPeeringSide, toPeering } from './peering-sides'
import type { ClientsOf } from './role-sessions'
import { listAllRouteTables } from './route-tables'
import { ipv4RangesOf } from './vpcs'

export const createExternalNetworks = (clientsOf: ClientsOf): ExternalNetworks => ({
  ...createPeeringSide(clientsOf, listAllRouteTables),

  async getVpc(id) {
    const { ec2 } = await clientsOf()
    const { Vpcs: [vpc] = [] } = await ec2.send(new DescribeVpcsCommand({ VpcIds: [id] }))
    if (!vpc) throw new CloudError('not-found', `There is no VPC ${id}.`)
    return { id, cidrs: ipv4RangesOf(vpc), tags: fromAwsTags(vpc.Tags) }
  },

  async ensureAccepted({ peeringId, tags }) {
    const { ec2 } = await clientsOf()
    const which = { VpcPeeringConnectionId: peeringId }
    const { VpcPeeringConnections: [found] = [] } = await ec2.send(
      new DescribeVpcPeeringConnectionsCommand({ VpcPeeringConnectionIds: [peeringId] }),
    )
    if (!found) throw new CloudError('not-found', `There is no connection ${peeringId} of VPCs.`)
    const peering = toPeering(found)
    if (peering.state !== 'active') await ec2.send(new AcceptVpcPeeringConnectionCommand(which))
    if (!hasTags(peering.tags, tags))
      await ec2.send(new CreateTagsCommand({ Resources: [peeringId], Tags: toAwsTags(tags) }))
  },
})
