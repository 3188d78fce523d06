import { ownerTag, ownerValue, type Tags } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import { interruptionQueueName } from '../../../core/roles/names'
import type { InstanceLifecycle } from './ec2/instance-lifecycle'
import { removeRole, removeStack } from './iam/stacks'
import type { LoadBalancerPorts } from './load-balancing/load-balancer-ports'
import type { LogStreams } from './logs/log-streams'
import type { TargetGroups } from './load-balancing/target-groups'
import type { AccountState, LoadBalancerState } from './state'
import { ownerOf } from './dns/record-owner'
import { endPeering, isAlive } from './ec2/end-peering'
import { peeringsOf, tagsSeenBy } from './ec2/peering-sides'
import { removeVpc } from './ec2/remove-vpc'
import { removeThing } from './things'
import type { World } from './world'

/** Any one thing in an account, as its owner sees it in the console. */
export interface Thing {
  kind: ThingKind
  /** Unique in the account: its ID or ARN, and what is part of another thing has that one's in front. */
  id: string
  tags: Tags
  owner: 'sdo' | 'customer'
}

/** What of an account's state is a collection of things by id. */
type Collection = {
  [Key in keyof AccountState]-?: AccountState[Key] extends Record<string, unknown> ? Key : never
}[keyof AccountState]

/** Things that stand in the state as part of others. */
type Part =
  | 'listener'
  | 'target'
  | 'securityGroupRule'
  | 'gatewayAttachment'
  | 'defaultRoute'
  | 'route'
  | 'dnsRecord'
  | 'interruptionQueue'
  | 'interruptionRule'

export type ThingKind = Collection | Part

/** What must notice that something is gone. */
export interface Surroundings {
  world: World
  lifecycle: InstanceLifecycle
  targetGroups: TargetGroups
  ports: LoadBalancerPorts
  logStreams: LogStreams
}

interface Entry {
  id: string
  tags?: Tags
  /** Takes it away, with all that AWS would want gone first. */
  remove(): void
}

type EntriesOf = (account: AccountState, surroundings: Surroundings) => Entry[]

/** One row for each kind: a new collection of the state does not compile before it is here. */
const entriesByKind: Record<ThingKind, EntriesOf> = {
  stacks: (account) =>
    Object.keys(account.stacks).map((name) => ({
      id: arnOf(account, 'cloudformation', `stack/${name}`),
      remove: () => removeStack(account, name),
    })),
  roles: (account) =>
    Object.values(account.roles).map(({ name, path }) => ({
      id: `arn:aws:iam::${account.accountNumber}:role${path}${name}`,
      remove: () => removeRole(account, name),
    })),
  instanceProfiles: (account) =>
    Object.values(account.instanceProfiles).map(({ name, path }) => ({
      id: `arn:aws:iam::${account.accountNumber}:instance-profile${path}${name}`,
      remove: () => removeThing(account.instanceProfiles, name),
    })),
  vpcs: (account, surroundings) =>
    Object.values(account.vpcs).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        const { subnets, securityGroups, internetGateways } = account
        for (const subnet of Object.values(subnets))
          if (subnet.vpcId === id) removeSubnet(account, subnet.id, surroundings)
        for (const group of Object.values(securityGroups))
          if (group.vpcId === id) removeThing(securityGroups, group.id)
        for (const gateway of Object.values(internetGateways))
          if (gateway.attachedVpcId === id)
            Object.assign(gateway, { attachedVpcId: undefined, isDefaultRoute: false })
        removeVpc(surroundings.world.state, account, id)
      },
    })),
  subnets: (account, surroundings) =>
    Object.values(account.subnets).map(({ id, tags }) => ({
      id,
      tags,
      remove: () => removeSubnet(account, id, surroundings),
    })),
  routeTables: (account) =>
    Object.values(account.routeTables).map(({ id, vpcId, tags }) => ({
      id,
      tags,
      remove() {
        for (const gateway of Object.values(account.internetGateways))
          if (gateway.attachedVpcId === vpcId) gateway.isDefaultRoute = false
        removeThing(account.routeTables, id)
      },
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
  internetGateways: (account, surroundings) =>
    Object.values(account.internetGateways).map(({ id, tags, attachedVpcId }) => ({
      id,
      tags,
      remove() {
        removePublicAddresses(account, attachedVpcId, surroundings)
        removeThing(account.internetGateways, id)
      },
    })),
  securityGroups: (account, surroundings) =>
    Object.values(account.securityGroups).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        removeUsers(account, ({ securityGroupIds }) => securityGroupIds.includes(id), surroundings)
        for (const group of Object.values(account.securityGroups))
          group.ingress = group.ingress.filter(({ securityGroupId }) => securityGroupId !== id)
        removeThing(account.securityGroups, id)
      },
    })),
  instances: (account, { lifecycle }) =>
    Object.values(account.instances)
      .filter(({ terminatedEpoch }) => terminatedEpoch === undefined)
      .map((instance) => ({
        id: instance.id,
        tags: instance.tags,
        remove: () => lifecycle.terminate(instance, 0),
      })),
  loadBalancers: (account) =>
    Object.values(account.loadBalancers).map(({ id, tags }) => ({
      id,
      tags,
      remove: () => removeThing(account.loadBalancers, id),
    })),
  certificates: (account) =>
    Object.values(account.certificates).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        for (const balancer of Object.values(account.loadBalancers)) takeOff(balancer, id)
        removeThing(account.certificates, id)
      },
    })),
  targetGroups: (account) =>
    Object.values(account.targetGroups).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        for (const balancer of Object.values(account.loadBalancers))
          balancer.listeners = balancer.listeners.filter(({ targetGroupId }) => targetGroupId !== id)
        removeThing(account.targetGroups, id)
      },
    })),

  hostedZones: ({ hostedZones }) =>
    Object.values(hostedZones).map(({ id }) => ({ id, remove: () => removeThing(hostedZones, id) })),
  // Nothing but the memory of AWS.
  recordChanges: () => [],
  dnsRecord: ({ hostedZones }) =>
    Object.values(hostedZones).flatMap((zone) =>
      zone.records.map((record) => ({
        id: `${zone.id}/record/${record.name}/${record.type}`,
        tags: ownerOf(record),
        remove: () => removeFrom(zone.records, record),
      })),
    ),
  logGroups: (account, { logStreams }) =>
    Object.values(account.logGroups).map(({ name }) => ({
      id: arnOf(account, 'logs', `log-group:${name}`),
      remove() {
        removeThing(account.logGroups, name)
        logStreams.forgetGroup(account.accountNumber, name)
      },
    })),
  secrets: ({ secrets }) =>
    Object.keys(secrets).map((id) => ({ id, remove: () => removeThing(secrets, id) })),

  listener: (account) =>
    Object.values(account.loadBalancers).flatMap((balancer) =>
      balancer.listeners.map((listener) => ({
        id: `${balancer.id}/listener/${listener.port}`,
        tags: balancer.tags,
        remove: () => removeFrom(balancer.listeners, listener),
      })),
    ),
  target: (account, { targetGroups }) =>
    Object.values(account.targetGroups).flatMap((group) =>
      group.targets.map(({ instanceId, port }) => ({
        id: `${group.id}/target/${instanceId}:${port}`,
        tags: group.tags,
        remove: () => targetGroups.deregister(group, [{ instanceId, port }]),
      })),
    ),
  securityGroupRule: (account) =>
    Object.values(account.securityGroups).flatMap((group) =>
      group.ingress.map((rule) => ({
        id: `${group.id}/rule/${rule.fromPort}-${rule.toPort}/${rule.cidr ?? rule.securityGroupId}`,
        tags: group.tags,
        remove: () => removeFrom(group.ingress, rule),
      })),
    ),
  gatewayAttachment: (account, surroundings) =>
    Object.values(account.internetGateways)
      .filter(({ attachedVpcId }) => attachedVpcId !== undefined)
      .map((gateway) => ({
        id: `${gateway.id}/attachment`,
        tags: gateway.tags,
        remove() {
          removePublicAddresses(account, gateway.attachedVpcId, surroundings)
          Object.assign(gateway, { attachedVpcId: undefined, isDefaultRoute: false })
        },
      })),
  defaultRoute: (account) =>
    Object.values(account.internetGateways)
      .filter(({ isDefaultRoute }) => isDefaultRoute)
      .map((gateway) => ({
        id: `${gateway.id}/default-route`,
        tags: gateway.tags,
        remove: () => Object.assign(gateway, { isDefaultRoute: false }),
      })),
  route: (account, { world }) =>
    Object.values(account.routeTables).flatMap((table) =>
      table.routes.map((route) => ({
        id: `${table.id}/route/${route.destination}`,
        tags: peeringsOf(world.state, account.accountNumber).find(({ id }) => id === route.target)?.tags,
        remove: () => removeFrom(table.routes, route),
      })),
    ),
  interruptionQueue: (account) =>
    account.warnings === undefined
      ? []
      : [
          {
            id: arnOf(account, 'sqs', interruptionQueueName),
            tags: { [ownerTag]: ownerValue },
            remove: () => Object.assign(account, { warnings: undefined }),
          },
        ],
  interruptionRule: (account) =>
    account.warnings === undefined || account.isInterruptionRuleGone
      ? []
      : [
          {
            id: arnOf(account, 'events', `rule/${interruptionQueueName}`),
            tags: { [ownerTag]: ownerValue },
            remove: () => Object.assign(account, { isInterruptionRuleGone: true }),
          },
        ],
}

/** Every kind of thing that an account can hold. */
export const thingKinds = Object.keys(entriesByKind) as ThingKind[]

/** Everything there is in an account. */
export const listThings = (account: AccountState, surroundings: Surroundings): Thing[] =>
  thingKinds.flatMap((kind) =>
    entriesByKind[kind](account, surroundings).map(({ id, tags = {} }) => ({
      kind,
      id,
      tags,
      owner: tags[ownerTag] === ownerValue ? 'sdo' : 'customer',
    })),
  )

/** Deletes one thing as a hand in the console would: what uses it goes first. Answers whether there was such a thing. */
export async function deleteThing(
  account: AccountState,
  id: string,
  surroundings: Surroundings,
): Promise<boolean> {
  const entry = thingKinds
    .flatMap((kind) => entriesByKind[kind](account, surroundings))
    .find((candidate) => candidate.id === id)
  if (!entry) return false
  const balancerIds = Object.keys(account.loadBalancers)
  entry.remove()
  surroundings.targetGroups.sync()
  await Promise.all(balancerIds.map((balancerId) => surroundings.ports.closeUnused(balancerId)))
  return true
}

const arnOf = ({ accountNumber }: AccountState, service: string, resource: string) =>
  `arn:aws:${service}:${region}:${accountNumber}:${resource}`

/** A listener whose only certificate it was goes with it. */
function takeOff(balancer: LoadBalancerState, certificateId: string): void {
  for (const listener of [...balancer.listeners])
    if (listener.certificateIds.includes(certificateId)) {
      listener.certificateIds = listener.certificateIds.filter((one) => one !== certificateId)
      if (listener.certificateIds.length === 0) removeFrom(balancer.listeners, listener)
    }
}

function removeFrom<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1)
}

/** Instances and load balancers, which have network interfaces. */
function removeUsers(
  account: AccountState,
  isUser: (networks: { subnetIds: string[]; securityGroupIds: string[] }) => boolean,
  { lifecycle }: Surroundings,
): void {
  for (const instance of Object.values(account.instances))
    if (isUser({ subnetIds: [instance.subnetId], securityGroupIds: instance.securityGroupIds }))
      lifecycle.terminate(instance, 0)
  for (const balancer of Object.values(account.loadBalancers))
    if (isUser(balancer)) removeThing(account.loadBalancers, balancer.id)
}

function removeSubnet(account: AccountState, id: string, surroundings: Surroundings): void {
  removeUsers(account, ({ subnetIds }) => subnetIds.includes(id), surroundings)
  removeThing(account.subnets, id)
}

/** A gateway stays while anything behind it has a public address. */
function removePublicAddresses(
  account: AccountState,
  vpcId: string | undefined,
  surroundings: Surroundings,
): void {
  const inside = new Set(
    Object.values(account.subnets)
      .filter((subnet) => subnet.vpcId === vpcId)
      .map(({ id }) => id),
  )
  removeUsers(account, ({ subnetIds }) => subnetIds.some((id) => inside.has(id)), surroundings)
}
