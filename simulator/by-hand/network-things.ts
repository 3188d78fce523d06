import { peeringsOf, tagsSeenBy, endPeering, isAlive } from '../ec2/peering-sides'
import { endReasons } from '../ec2/instance-lifecycle'
import { removeVpc } from '../ec2/network'
import { dropAssociations, isDefaultRoute } from '../ec2/route-tables'
import type { AccountState, RouteTableState } from '../state'
import { removeThing } from '../things'
import { removeFrom, everyOf, type EntriesOf, type SimulatedServices } from './thing'

/** Networks, their parts, and what runs in them. */
export const networkThings = {
  vpcs: (account, services) =>
    everyOf(account.vpcs, (id) => {
      const { subnets, securityGroups, internetGateways } = account
      for (const subnet of Object.values(subnets))
        if (subnet.vpcId === id) removeSubnet(account, subnet.id, services)
      for (const group of Object.values(securityGroups))
        if (group.vpcId === id) removeThing(securityGroups, group.id)
      for (const gateway of Object.values(internetGateways))
        if (gateway.attachedVpcId === id) gateway.attachedVpcId = undefined
      removeVpc(services.world.state, account, id)
    }),
  subnets: (account, services) => everyOf(account.subnets, (id) => removeSubnet(account, id, services)),
  // What a VPC was made with cannot be deleted apart.
  routeTables: (account) =>
    everyOf(
      without(account.routeTables, ({ isMain }) => isMain),
      (id) => removeThing(account.routeTables, id),
    ),
  routeTableAssociation: (account) =>
    Object.values(account.routeTables).flatMap((table) =>
      (table.associations ?? []).map((association) => ({
        id: `${table.id}/association/${association.subnetId}`,
        tags: table.tags,
        remove: () => removeFrom(table.associations ?? [], association),
      })),
    ),
  route: (account, { world }) =>
    routesOf(account, (route) => !isDefaultRoute(route)).map(({ table, route }) => ({
      id: `${table.id}/route/${route.destination}`,
      tags: peeringsOf(world.state, account.accountNumber).find(({ id }) => id === route.target)?.tags,
      remove: () => removeFrom(table.routes, route),
    })),
  defaultRoute: (account) =>
    routesOf(account, isDefaultRoute).map(({ table, route }) => ({
      id: `${table.id}/default-route`,
      tags: table.tags,
      remove: () => removeFrom(table.routes, route),
    })),
  // As either side sees it.
  peerings: (account, { world }) =>
    peeringsOf(world.state, account.accountNumber)
      .filter(isAlive)
      .map((peering) => ({
        id: peering.id,
        tags: tagsSeenBy(account, peering).tags,
        remove: () => endPeering(peering, 'deleted'),
      })),
  internetGateways: (account, services) =>
    everyOf(account.internetGateways, (id) => {
      removePublicAddresses(account, account.internetGateways[id]?.attachedVpcId, services)
      removeThing(account.internetGateways, id)
    }),
  gatewayAttachment: (account, services) =>
    Object.values(account.internetGateways)
      .filter(({ attachedVpcId }) => attachedVpcId !== undefined)
      .map((gateway) => ({
        id: `${gateway.id}/attachment`,
        tags: gateway.tags,
        remove() {
          removePublicAddresses(account, gateway.attachedVpcId, services)
          gateway.attachedVpcId = undefined
        },
      })),
  securityGroups: (account, services) =>
    everyOf(
      without(account.securityGroups, ({ isDefault }) => isDefault),
      (id) => {
        removeUsers(account, ({ securityGroupIds }) => securityGroupIds.includes(id), services)
        for (const group of Object.values(account.securityGroups))
          group.ingress = group.ingress.filter(({ securityGroupId }) => securityGroupId !== id)
        removeThing(account.securityGroups, id)
      },
    ),
  securityGroupRule: (account) =>
    Object.values(account.securityGroups).flatMap((group) =>
      group.ingress.map((rule) => ({
        id: `${group.id}/rule/${rule.fromPort}-${rule.toPort}/${rule.cidr ?? rule.securityGroupId}`,
        tags: group.tags,
        remove: () => removeFrom(group.ingress, rule),
      })),
    ),
  instances: (account, { lifecycle }) =>
    Object.values(account.instances)
      .filter(({ terminatedEpoch }) => terminatedEpoch === undefined)
      .map((instance) => ({
        id: instance.id,
        tags: instance.tags,
        remove: () => lifecycle.terminate(instance, endReasons.byUser, 0),
      })),
} satisfies Record<string, EntriesOf>

const without = <T>(
  things: Record<string, T>,
  isLeftOut: (thing: T) => boolean | undefined,
): Record<string, T> => Object.fromEntries(Object.entries(things).filter(([, thing]) => !isLeftOut(thing)))

type Route = RouteTableState['routes'][number]

const routesOf = ({ routeTables }: AccountState, isMeant: (route: Route) => boolean) =>
  Object.values(routeTables).flatMap((table) =>
    table.routes.filter(isMeant).map((route) => ({ table, route })),
  )

/** Instances and load balancers, which have network interfaces. */
function removeUsers(
  account: AccountState,
  isUser: (networks: { subnetIds: string[]; securityGroupIds: string[] }) => boolean,
  { lifecycle }: SimulatedServices,
): void {
  for (const instance of Object.values(account.instances))
    if (isUser({ subnetIds: [instance.subnetId], securityGroupIds: instance.securityGroupIds }))
      lifecycle.terminate(instance, endReasons.byUser, 0)
  for (const balancer of Object.values(account.loadBalancers))
    if (isUser(balancer)) removeThing(account.loadBalancers, balancer.id)
}

function removeSubnet(account: AccountState, id: string, services: SimulatedServices): void {
  removeUsers(account, ({ subnetIds }) => subnetIds.includes(id), services)
  dropAssociations(account, id)
  removeThing(account.subnets, id)
}

/** A gateway stays while anything behind it has a public address. */
function removePublicAddresses(
  account: AccountState,
  vpcId: string | undefined,
  services: SimulatedServices,
): void {
  const inside = new Set(
    Object.values(account.subnets)
      .filter((subnet) => subnet.vpcId === vpcId)
      .map(({ id }) => id),
  )
  removeUsers(account, ({ subnetIds }) => subnetIds.some((id) => inside.has(id)), services)
}
