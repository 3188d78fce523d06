import type { InternetGateways, OwnRouteTable } from '../../controller/cloud/cloud'
import { isOurs, type Tags } from '../../core/aws/ownership'
import type { AccountApi } from '../api'
import { newId, type Random } from '../ids'
import { refusal } from '../refusal'
import type { AccountState, RouteTableState } from '../state'
import { callsOf, ec2Table } from '../table'
import { removeThing, requireKnown } from '../things'
import { late, shown, type World } from '../world'

const everywhere = '0.0.0.0/0'

const see = (
  { id, vpcId, tags, routes, associations = [] }: RouteTableState,
  world: World,
): OwnRouteTable => ({
  id,
  vpcId,
  tags,
  defaultGatewayId: shown(world, routes).find(isDefaultRoute)?.target,
  subnetIds: shown(world, associations).map(({ subnetId }) => subnetId),
})

const routeTables = ec2Table<RouteTableState, OwnRouteTable, { vpcId: string; tags: Tags }>({
  type: 'route-table',
  name: 'RouteTable',
  prefix: 'rtb',
  noun: 'route table',
  vpcOf: ({ vpcId }) => vpcId,
  make(account, { vpcId }, world) {
    requireKnown(world, account.vpcs, vpcId, 'VPC')
    return { vpcId, routes: [], associations: [] }
  },
  see,
  users: (account, id) => [
    ...(account.routeTables[id]?.isMain ? ['its VPC'] : []),
    ...(account.routeTables[id]?.associations ?? []).map((association) => association.id),
  ],
})

/** Whether a route leads out of the VPC by its gateway. */
export const isDefaultRoute = ({ destination, target }: RouteTableState['routes'][number]): boolean =>
  destination === everywhere && target.startsWith('igw-')

type RouteTables = Pick<InternetGateways, 'listOwnRouteTables' | 'listRouteTablesOf' | 'createRouteTable'>

/** Tables of ours, each call of which AWS does or refuses for itself. */
export function routeTablesOf(api: AccountApi) {
  const calls = callsOf(api, routeTables)
  const { world } = api
  const on = (id: string) => [api.ec2('route-table', id)]
  const port: RouteTables = {
    listOwnRouteTables: calls.list,
    createRouteTable: calls.create,
    listRouteTablesOf: (subnetIds) =>
      api.call('ec2:DescribeRouteTables', {}, (account) =>
        Object.values(account.routeTables)
          .map((table) => see(table, world))
          .filter((table) => table.subnetIds.some((id) => subnetIds.includes(id))),
      ),
  }
  return {
    port,

    /** Leads all traffic out by a gateway. What leads elsewhere is led there. */
    async ensureDefaultRoute(routeTableId: string, gatewayId: string): Promise<void> {
      const present = await api.call('ec2:DescribeRouteTables', {}, (account) =>
        shown(world, requireKnown(world, account.routeTables, routeTableId, 'route table').routes),
      )
      if (present.some((route) => isDefaultRoute(route) && route.target === gatewayId)) return
      await api.call('ec2:CreateRoute', { on: on(routeTableId) }, (account) => {
        const table = requireKnown(world, account.routeTables, routeTableId, 'route table')
        requireKnown(world, account.internetGateways, gatewayId, 'internet gateway')
        const others = table.routes.filter(({ destination }) => destination !== everywhere)
        table.routes = [...others, late(world, { destination: everywhere, target: gatewayId })]
      })
    },

    async ensureAssociations(routeTableId: string, subnetIds: string[]): Promise<void> {
      const present = await api.call('ec2:DescribeRouteTables', {}, (account) =>
        shown(world, account.routeTables[routeTableId]?.associations ?? []).map(({ subnetId }) => subnetId),
      )
      for (const subnetId of subnetIds.filter((id) => !present.includes(id)))
        await api.call(
          'ec2:AssociateRouteTable',
          { on: [...on(routeTableId), api.ec2('subnet', subnetId)] },
          (account) => {
            const table = requireKnown(world, account.routeTables, routeTableId, 'route table')
            requireKnown(world, account.subnets, subnetId, 'subnet')
            const used = tableOf(account, subnetId)
            if (used === table) return
            if (used && !used.isMain)
              throw refusal(
                'Resource.AlreadyAssociated',
                `the specified association for route table ${routeTableId} conflicts with an existing association`,
              )
            const association = { id: newId('rtbassoc', world.random), subnetId }
            table.associations = [...(table.associations ?? []), late(world, association)]
          },
        )
    },

    /** Deletes all tables of ours that a VPC has; nothing in it may use them any more. */
    async removeFrom(vpcId: string): Promise<void> {
      const tables = await api.call('ec2:DescribeRouteTables', {}, (account) =>
        Object.values(account.routeTables).filter((table) => table.vpcId === vpcId && isOurs(table.tags)),
      )
      for (const { id, associations = [] } of tables) {
        for (const association of associations)
          await api.call('ec2:DisassociateRouteTable', { on: on(id) }, (account) => {
            const table = account.routeTables[id]
            if (table) table.associations = table.associations?.filter((one) => one.id !== association.id)
          })
        await calls.delete(id)
      }
    },
  }
}

/** The table by which the traffic of a subnet goes. */
function tableOf(account: AccountState, subnetId: string): RouteTableState | undefined {
  const tables = Object.values(account.routeTables)
  return (
    tables.find(({ associations = [] }) => associations.some((one) => one.subnetId === subnetId)) ??
    tables.find(({ vpcId, isMain }) => isMain && vpcId === account.subnets[subnetId]?.vpcId)
  )
}

/** Whether what stands in a subnet reaches the world, and the world it. */
export function hasWayOut(account: AccountState, subnetId: string): boolean {
  const table = tableOf(account, subnetId)
  const target = table?.routes.find(isDefaultRoute)?.target
  return target !== undefined && account.internetGateways[target]?.attachedVpcId === table?.vpcId
}

/** Takes a subnet out of the tables that it uses, as it goes. */
export function dropAssociations(account: AccountState, subnetId: string): void {
  for (const table of Object.values(account.routeTables))
    table.associations = table.associations?.filter((one) => one.subnetId !== subnetId)
}

/** Gives a new VPC the table that it always has. */
export function addMainTable(account: AccountState, random: Random, vpcId: string): void {
  const id = newId('rtb', random)
  account.routeTables[id] = {
    id,
    vpcId,
    isMain: true,
    routes: [],
    associations: [],
    tags: {},
    visibleEpoch: 0,
  }
}

/** Takes the tables of a VPC away with it. */
export function removeTablesOf(account: AccountState, vpcId: string): void {
  for (const table of Object.values(account.routeTables))
    if (table.vpcId === vpcId) removeThing(account.routeTables, table.id)
}

/** Tables that a VPC was not made with, for which AWS does not delete it. */
export const ownTablesIn = ({ routeTables: tables }: AccountState, vpcId: string): string[] =>
  Object.values(tables)
    .filter((table) => table.vpcId === vpcId && !table.isMain)
    .map(({ id }) => id)
