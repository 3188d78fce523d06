import {
  CreateRouteCommand,
  DeleteRouteCommand,
  ModifyVpcPeeringConnectionOptionsCommand,
  type EC2Client,
  type VpcPeeringConnection,
  type VpcPeeringConnectionStateReasonCode,
} from '@aws-sdk/client-ec2'
import type { Peering, PeeringSide, RouteTable } from '../cloud'
import { hasCode, unlessGone } from './aws-errors'
import { fromAwsTags } from './aws-tags'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

/** One side of connections of VPCs; `listTables` gives the route tables that it may change. */
export const createPeeringSide = (
  clientsOf: ClientsOf,
  listTables: (ec2: EC2Client, vpcId: string) => Promise<RouteTable[]>,
): PeeringSide => ({
  async listRouteTables(vpcId) {
    const { ec2 } = await clientsOf()
    return (await listTables(ec2, vpcId)).map(({ id, routes }) => ({ id, routes }))
  },

  async createRoute({ routeTableId, destination, peeringId }) {
    const { ec2 } = await clientsOf()
    const route = { RouteTableId: routeTableId, DestinationCidrBlock: destination }
    try {
      await ec2.send(new CreateRouteCommand({ ...route, VpcPeeringConnectionId: peeringId }))
    } catch (error) {
      if (!hasCode(error, 'RouteAlreadyExists')) throw error
    }
  },

  async deleteRoute({ routeTableId, destination }) {
    const { ec2 } = await clientsOf()
    await unlessGone(
      ec2.send(new DeleteRouteCommand({ RouteTableId: routeTableId, DestinationCidrBlock: destination })),
    )
  },

  async resolveNames(peeringId, side) {
    const { ec2 } = await clientsOf()
    const options = { AllowDnsResolutionFromRemoteVpc: true }
    await ec2.send(
      new ModifyVpcPeeringConnectionOptionsCommand({
        VpcPeeringConnectionId: peeringId,
        ...(side === 'requester'
          ? { RequesterPeeringConnectionOptions: options }
          : { AccepterPeeringConnectionOptions: options }),
      }),
    )
  },
})

const stateOf: Partial<Record<VpcPeeringConnectionStateReasonCode, Peering['state']>> = {
  'initiating-request': 'requested',
  provisioning: 'requested',
  'pending-acceptance': 'pending-acceptance',
  active: 'active',
  failed: 'failed',
}

export const toPeering = ({
  VpcPeeringConnectionId,
  RequesterVpcInfo,
  AccepterVpcInfo,
  Status,
  Tags,
}: VpcPeeringConnection): Peering => ({
  id: requireAnswer(VpcPeeringConnectionId, 'the id of a connection of VPCs'),
  requesterVpcId: requireAnswer(RequesterVpcInfo?.VpcId, 'which VPCs it connects'),
  accepterVpcId: requireAnswer(AccepterVpcInfo?.VpcId, 'which VPCs it connects'),
  state: stateOf[requireAnswer(Status?.Code, 'the state of a connection of VPCs')] ?? 'gone',
  message: Status?.Message ?? '',
  resolvesNames: {
    requester: RequesterVpcInfo?.PeeringOptions?.AllowDnsResolutionFromRemoteVpc ?? false,
    accepter: AccepterVpcInfo?.PeeringOptions?.AllowDnsResolutionFromRemoteVpc ?? false,
  },
  tags: fromAwsTags(Tags),
})
