import { peeringsOf, tagsSeenBy, endPeering, isAlive } from '../ec2/peering-sides'
import { endReasons } from '../ec2/instance-lifecycle'
import { removeVpc } from '../ec2/network'
import type { AccountState } from '../state'
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
        if (gateway.attachedVpcId === id)
          Object.assign(gateway, { attachedVpcId: undefined, isDefaultRoute: false })
      removeVpc(services.world.state, account, id)
    }),
  subnets: (account, services) => everyOf(account.subnets, (id) => removeSubnet(account, id, services)),
  routeTables: (account) =>
    everyOf(account.routeTables, (id) => {
      const vpcId = account.routeTables[id]?.vpcId
      for (const gateway of Object.values(account.internetGateways))
        if (gateway.attachedVpcId === vpcId) gateway.isDefaultRoute = false
      removeThing(account.routeTables, id)
    }),
  route: (account, { world }) =>
    Object.values(account.routeTables).flatMap((table) =>
      table.routes.map((route) => ({
        id: `${table.id}/route/${route.destination}`,
        tags: peeringsOf(world.state, account.accountNumber).find(({ id }) => id === route.target)?.tags,
        remove: () => removeFrom(table.routes, route),
      })),
    ),
  defaultRoute: (account) =>
    Object.values(account.internetGateways)
      .filter(({ isDefaultRoute }) => isDefaultRoute)
      .map((gateway) => ({
        id: `${gateway.id}/default-route`,
        tags: gateway.tags,
        remove: () => Object.assign(gateway, { isDefaultRoute: false }),
      })),
  // As either side sees it.
  peerings: (account, { world }) =>
    peeringsOf(world.state, account.accountNumber)
      .filter(isAlive)
      .map((peering) => ({
        id: peering.id,
        tags: tagsSeenBy(account, peering),
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
          Object.assign(gateway, { attachedVpcId: undefined, isDefaultRoute: false })
        },
      })),
  securityGroups: (account, services) =>
    everyOf(account.securityGroups, (id) => {
      removeUsers(account, ({ securityGroupIds }) => securityGroupIds.includes(id), services)
      for (const group of Object.values(account.securityGroups))
        group.ingress = group.ingress.filter(({ securityGroupId }) => securityGroupId !== id)
      removeThing(account.securityGroups, id)
    }),
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
