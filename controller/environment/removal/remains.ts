import { isOurs, type Tags } from '../../../core/aws/ownership'
import type { EnvironmentStatus } from '../../../core/resources/environment'
import type { CloudAccount, Tagged } from '../../cloud/cloud'
import type { Draft } from '../draft'
import type { Pass } from '../pass'
import { isAlive } from '../peering/disconnect'
import { networksOf } from '../workload/places'

/** A kind of thing that environments consist of in an account: how one is found, and how it goes. */
interface KindOfPart<Thing extends Tagged, Status> {
  names: [one: string, many: string]
  list(account: CloudAccount, tags: Tags): Promise<Thing[]>
  /** Ids in a status: the cloud may not list them yet. */
  recorded(status: Status): (string | undefined)[]
  /** One of this id; what is gone already is fine. */
  remove(account: CloudAccount, id: string): Promise<void>
  /** In place of `remove`, where one call takes them all. */
  removeAll?(account: CloudAccount, ids: string[]): Promise<void>
  /** Kinds that use it, and go first. */
  after?: string[]
  /** Brings the status to what is known once all were asked to go. */
  settle?(account: CloudAccount, status: Status): Promise<void> | void
}

export type KindsOfParts<Status> = Record<string, KindOfPart<Tagged, Status>>

const kind = <Thing extends Tagged, Status>(declared: KindOfPart<Thing, Status>) => declared

/** What goes at once. */
export const runningKinds = {
  instances: kind({
    names: ['instance', 'instances'],
    list: async ({ instances }, tags) =>
      (await instances.list(tags)).filter(({ state }) => state !== 'terminated'),
    recorded: ({ instances }: EnvironmentStatus) => instances.map(({ instanceId }) => instanceId),
    remove: ({ instances }, id) => instances.terminate([id]),
    removeAll: ({ instances }, ids) => instances.terminate(ids),
    // That AWS takes the termination proves nothing: they stay recorded until they have ended.
    settle(_account, status) {
      status.instances = status.instances
        .filter(({ instanceId }) => instanceId !== undefined)
        .map((instance) => ({ ...instance, phase: 'Terminating' }))
      status.costPerHour = 0
    },
  }),
  loadBalancers: kind({
    names: ['load balancer', 'load balancers'],
    list: ({ loadBalancers }, tags) => loadBalancers.list(tags),
    recorded: ({ loadBalancers }: EnvironmentStatus) =>
      loadBalancers.map(({ loadBalancerId }) => loadBalancerId),
    remove: ({ loadBalancers }, id) => loadBalancers.delete(id),
  }),
  targetGroups: kind({
    names: ['target group', 'target groups'],
    list: ({ loadBalancers }, tags) => loadBalancers.listTargetGroups(tags),
    recorded: ({ loadBalancers }: EnvironmentStatus) =>
      loadBalancers.map(({ targetGroupId }) => targetGroupId),
    remove: ({ loadBalancers }, id) => loadBalancers.deleteTargetGroup(id),
    after: ['loadBalancers'],
    // What AWS still knows may be there: deleting what is gone is fine.
    async settle({ lookup }, status) {
      const present = await Promise.all(
        status.loadBalancers.map(
          async ({ loadBalancerId: id }) => id !== undefined && lookup.find('load-balancer', id),
        ),
      )
      status.loadBalancers = status.loadBalancers.filter((_entry, index) => present[index])
    },
  }),
}

type Networks = Pick<EnvironmentStatus, 'network' | 'next' | 'former'>

/** The parts of a network, which go once nothing stands in it. */
export const networkKinds = {
  securityGroups: kind({
    names: ['security group', 'security groups'],
    list: ({ network }, tags) => network.listSecurityGroups(tags),
    recorded: (status: Networks) =>
      networksOf(status).flatMap((one) => [one.loadBalancerSecurityGroupId, one.instanceSecurityGroupId]),
    remove: ({ network }, id) => network.deleteSecurityGroup(id),
  }),
  subnets: kind({
    names: ['subnet', 'subnets'],
    list: ({ network }, tags) => network.listSubnets(tags),
    recorded: (status: Networks) => networksOf(status).flatMap(({ subnets }) => subnets.map(({ id }) => id)),
    remove: ({ network }, id) => network.deleteSubnet(id),
  }),
  internetGateways: kind({
    names: ['internet gateway', 'internet gateways'],
    list: ({ network }, tags) => network.listInternetGateways(tags),
    recorded: (status: Networks) => networksOf(status).map(({ internetGatewayId }) => internetGatewayId),
    remove: ({ network }, id) => network.deleteInternetGateway(id),
  }),
  vpcs: kind({
    names: ['VPC', 'VPCs'],
    list: ({ network }, tags) => network.listVpcs(tags),
    recorded: (status: Networks) => networksOf(status).map(({ vpcId }) => vpcId),
    remove: ({ network }, id) => network.deleteVpc(id),
    after: ['securityGroups', 'subnets', 'internetGateways'],
  }),
}

/** Connections with external networks. Those that are recorded go by themselves, on both sides. */
export const connectionKinds = {
  peerings: kind({
    names: ['connection', 'connections'],
    list: async ({ peerings }, tags) => (await peerings.list(tags)).filter(isAlive),
    recorded: (_status: Networks) => [],
    remove: ({ peerings }, id) => peerings.delete(id),
  }),
}

const kinds = { ...runningKinds, ...networkKinds, ...connectionKinds }

type Kinds = typeof kinds

/** Everything in an account that carries certain tags, as far as the cloud shows it. */
export type Remains = { [Kind in keyof Kinds]: Awaited<ReturnType<Kinds[Kind]['list']>> }

/** Whether connections with external networks are recorded, which keep the network until they are gone. */
export const isConnected = ({ status }: Draft): boolean => (status.peerings?.length ?? 0) > 0

/** What an environment consists of. */
export const listRemains = ({ live, environmentTags, environment }: Pass): Promise<Remains> =>
  // Who never linked a network may have a role that cannot see connections.
  listOurs(live, environmentTags, (environment.spec.linkedNetworks ?? []).length > 0)

/** What all environments in an account consist of, except for connections. */
export const listAllRemains = (account: CloudAccount, tags: Tags): Promise<Remains> =>
  listOurs(account, tags, false)

async function listOurs(account: CloudAccount, tags: Tags, areConnectionsSeen: boolean): Promise<Remains> {
  const listed = await Promise.all(
    Object.entries(kinds).map(async ([name, { list }]) => {
      const isSeen = areConnectionsSeen || !(name in connectionKinds)
      const found: Tagged[] = isSeen ? await list(account, tags) : []
      return [name, found.filter((one) => isOurs(one.tags))] as const
    }),
  )
  return Object.fromEntries(listed) as unknown as Remains
}

/** Those of them that `isMeant` holds for. */
export const filterRemains = (remains: Remains, isMeant: (one: Tagged) => boolean): Remains =>
  Object.fromEntries(
    Object.entries(remains).map(([name, found]) => [name, (found as Tagged[]).filter(isMeant)]),
  ) as unknown as Remains

/** For people: `2 instances, 1 VPC`; empty if nothing is left. */
export const describeRemains = (remains: Remains): string =>
  Object.entries(kinds)
    .map(([name, { names }]) => ({ names, count: remains[name as keyof Remains].length }))
    .filter(({ count }) => count > 0)
    .map(({ names: [one, many], count }) => `${count} ${count === 1 ? one : many}`)
    .join(', ')
