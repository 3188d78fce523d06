import {
  AssociateRouteTableCommand,
  CreateRouteCommand,
  CreateRouteTableCommand,
  DeleteRouteTableCommand,
  DisassociateRouteTableCommand,
  ReplaceRouteCommand,
  paginateDescribeRouteTables,
  type EC2Client,
  type Filter,
} from '@aws-sdk/client-ec2'
import { ownerTag, ownerValue, type Tags } from '../../../core/aws/ownership'
import { CloudError, type OwnRouteTable, type RouteTable as AnyRouteTable } from '../cloud'
import { everyItem } from './bounded-answers'
import { hasCode, unlessGone } from './aws-errors'
import { fromAwsTags, tagFilters, tagSpecification } from './aws-tags'
import { requireAnswer } from './answers'

const everywhere = '0.0.0.0/0'

/**
 * The route table of our subnets. A VPC's main route table cannot be marked as ours, so changing it would need leave to change
 * every route table of the account; a table of our own needs none.
 */
interface RouteTable extends AnyRouteTable {
  vpcId: string
  tags: Tags
  associations: { id: string; subnetId: string }[]
  /** Target of its default route, if it has one. */
  defaultGatewayId: string | undefined
}

export const listOwnRouteTables = (ec2: EC2Client, vpcId: string): Promise<RouteTable[]> =>
  listRouteTables(ec2, [...inVpc(vpcId), ...tagFilters({ [ownerTag]: ownerValue })])

/** All route tables of a VPC, whoever owns them. */
export const listAllRouteTables = (ec2: EC2Client, vpcId: string): Promise<RouteTable[]> =>
  listRouteTables(ec2, inVpc(vpcId))

/** @throws CloudError not-found while AWS does not know it */
export async function getRouteTable(ec2: EC2Client, id: string): Promise<RouteTable> {
  const [table] = await listRouteTables(ec2, [{ Name: 'route-table-id', Values: [id] }])
  if (!table) throw new CloudError('not-found', `There is no route table ${id}.`)
  return table
}

export const toOwnRouteTable = ({
  id,
  vpcId,
  tags,
  defaultGatewayId,
  associations,
}: RouteTable): OwnRouteTable => ({
  id,
  vpcId,
  tags,
  defaultGatewayId,
  subnetIds: associations.map(({ subnetId }) => subnetId),
})

const inVpc = (vpcId: string): Filter[] => [{ Name: 'vpc-id', Values: [vpcId] }]

export async function listRouteTables(ec2: EC2Client, filters: Filter[]): Promise<RouteTable[]> {
  const pages = paginateDescribeRouteTables({ client: ec2 }, { Filters: filters })
  const tables = await everyItem(pages, ({ RouteTables }) => RouteTables)
  return tables.map(({ RouteTableId, VpcId, Tags, Associations = [], Routes = [] }) => ({
    id: requireAnswer(RouteTableId, 'the id of a route table'),
    vpcId: requireAnswer(VpcId, 'the VPC of a route table'),
    tags: fromAwsTags(Tags),
    associations: Associations.flatMap(({ RouteTableAssociationId: id, SubnetId: subnetId }) =>
      id && subnetId ? [{ id, subnetId }] : [],
    ),
    defaultGatewayId: Routes.find((route) => route.DestinationCidrBlock === everywhere)?.GatewayId,
    routes: Routes.flatMap(({ DestinationCidrBlock: destination, VpcPeeringConnectionId: peeringId }) =>
      destination ? [{ destination, ...(peeringId && { peeringId }) }] : [],
    ),
  }))
}

export async function createRouteTable(ec2: EC2Client, vpcId: string, tags: Tags): Promise<RouteTable> {
  const { RouteTable: made } = await ec2.send(
    new CreateRouteTableCommand({ VpcId: vpcId, TagSpecifications: [tagSpecification('route-table', tags)] }),
  )
  return {
    id: requireAnswer(made?.RouteTableId, 'which route table it made'),
    vpcId,
    tags,
    associations: [],
    defaultGatewayId: undefined,
    routes: [],
  }
}

/** A route to a gateway that somebody deleted is still there, and leads nowhere. */
export async function ensureDefaultRoute(
  ec2: EC2Client,
  table: RouteTable,
  gatewayId: string,
): Promise<void> {
  if (table.defaultGatewayId === gatewayId) return
  const route = { RouteTableId: table.id, DestinationCidrBlock: everywhere, GatewayId: gatewayId }
  try {
    await ec2.send(new CreateRouteCommand(route))
  } catch (error) {
    if (!hasCode(error, 'RouteAlreadyExists')) throw error
    await ec2.send(new ReplaceRouteCommand(route))
  }
}

export async function ensureAssociations(
  ec2: EC2Client,
  table: RouteTable,
  subnetIds: string[],
): Promise<void> {
  for (const SubnetId of subnetIds.filter(
    (id) => !table.associations.some(({ subnetId }) => subnetId === id),
  ))
    try {
      await ec2.send(new AssociateRouteTableCommand({ RouteTableId: table.id, SubnetId }))
    } catch (error) {
      // What we read may lag behind what we did.
      const isAssociatedMeanwhile =
        hasCode(error, 'Resource.AlreadyAssociated') &&
        (await getRouteTable(ec2, table.id)).associations.some(({ subnetId }) => subnetId === SubnetId)
      if (!isAssociatedMeanwhile) throw error
    }
}

/** An association may outlive its subnet for a moment, and would keep the table from being deleted. */
export async function deleteRouteTable(ec2: EC2Client, table: RouteTable): Promise<void> {
  for (const { id } of table.associations)
    await unlessGone(ec2.send(new DisassociateRouteTableCommand({ AssociationId: id })))
  await unlessGone(ec2.send(new DeleteRouteTableCommand({ RouteTableId: table.id })))
}
