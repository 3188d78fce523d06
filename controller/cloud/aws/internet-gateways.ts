import {
  AttachInternetGatewayCommand,
  CreateInternetGatewayCommand,
  DeleteInternetGatewayCommand,
  DescribeInternetGatewaysCommand,
  DetachInternetGatewayCommand,
  paginateDescribeInternetGateways,
  type EC2Client,
  type InternetGateway as AwsGateway,
} from '@aws-sdk/client-ec2'
import { CloudError, type InternetGateway, type InternetGateways } from '../cloud'
import { everyItem } from './bounded-answers'
import { hasCode, unlessGone } from './aws-errors'
import { fromAwsTags, tagFilters, tagSpecification } from './aws-tags'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'
import {
  createRouteTable,
  ensureAssociations,
  ensureDefaultRoute,
  getRouteTable,
  listRouteTables,
  toOwnRouteTable,
} from './route-tables'

export const createInternetGateways = (clientsOf: ClientsOf): InternetGateways => ({
  async listInternetGateways(tags) {
    const { ec2 } = await clientsOf()
    const pages = paginateDescribeInternetGateways({ client: ec2 }, { Filters: tagFilters(tags) })
    return (await everyItem(pages, ({ InternetGateways }) => InternetGateways)).map(toGateway)
  },

  async createInternetGateway({ tags }) {
    const { ec2 } = await clientsOf()
    const { InternetGateway: made } = await ec2.send(
      new CreateInternetGatewayCommand({ TagSpecifications: [tagSpecification('internet-gateway', tags)] }),
    )
    return toGateway(requireAnswer(made, 'which internet gateway it made'))
  },

  async listOwnRouteTables(tags) {
    const { ec2 } = await clientsOf()
    return (await listRouteTables(ec2, tagFilters(tags))).map(toOwnRouteTable)
  },

  async listRouteTablesOf(subnetIds) {
    const { ec2 } = await clientsOf()
    const filters = [{ Name: 'association.subnet-id', Values: subnetIds }]
    return (await listRouteTables(ec2, filters)).map(toOwnRouteTable)
  },

  async createRouteTable({ vpcId, tags }) {
    const { ec2 } = await clientsOf()
    return toOwnRouteTable(await createRouteTable(ec2, vpcId, tags))
  },

  async connectInternetGateway({ gatewayId, vpcId, routeTableId, subnetIds }) {
    const { ec2 } = await clientsOf()
    const gateway = await findGateway(ec2, gatewayId)
    if (!gateway) throw new CloudError('not-found', `There is no internet gateway ${gatewayId}.`)
    await ensureAttached(ec2, gateway, vpcId)
    const routeTable = await getRouteTable(ec2, routeTableId)
    await ensureDefaultRoute(ec2, routeTable, gatewayId)
    await ensureAssociations(ec2, routeTable, subnetIds)
  },

  async deleteInternetGateway(id) {
    const { ec2 } = await clientsOf()
    const vpcId = (await findGateway(ec2, id))?.attachedVpcId
    if (vpcId)
      await unlessGone(ec2.send(new DetachInternetGatewayCommand({ InternetGatewayId: id, VpcId: vpcId })))
    await unlessGone(ec2.send(new DeleteInternetGatewayCommand({ InternetGatewayId: id })))
  },
})

async function findGateway(ec2: EC2Client, id: string): Promise<InternetGateway | undefined> {
  const { InternetGateways } = await ec2.send(
    new DescribeInternetGatewaysCommand({ Filters: [{ Name: 'internet-gateway-id', Values: [id] }] }),
  )
  return InternetGateways?.map(toGateway)[0]
}

async function ensureAttached(ec2: EC2Client, gateway: InternetGateway, vpcId: string): Promise<void> {
  if (gateway.attachedVpcId === vpcId) return
  try {
    await ec2.send(new AttachInternetGatewayCommand({ InternetGatewayId: gateway.id, VpcId: vpcId }))
  } catch (error) {
    // What we read may lag behind what we did.
    const isAttachedMeanwhile =
      hasCode(error, 'Resource.AlreadyAssociated') &&
      (await findGateway(ec2, gateway.id))?.attachedVpcId === vpcId
    if (!isAttachedMeanwhile) throw error
  }
}

const toGateway = ({ InternetGatewayId, Attachments, Tags }: AwsGateway): InternetGateway => ({
  id: requireAnswer(InternetGatewayId, 'the id of an internet gateway'),
  attachedVpcId: Attachments?.[0]?.VpcId,
  tags: fromAwsTags(Tags),
})
