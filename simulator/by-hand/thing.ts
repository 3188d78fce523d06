import type { Tags } from '../../core/aws/ownership'
import type { InstanceLifecycle } from '../ec2/instance-lifecycle'
import type { LoadBalancerPorts } from '../load-balancing/load-balancer-ports'
import type { TargetGroups } from '../load-balancing/target-groups'
import type { LogStreams } from '../logs/log-streams'
import type { AccountState } from '../state'
import type { World } from '../world'
import { removeThing } from '../things'

/** Any one thing in an account, as its owner sees it in the console. */
export interface Thing {
  kind: ThingKind
  /** Unique in the account: its ID or ARN, and what is part of another thing has that one's in front. */
  id: string
  tags: Tags
  owner: 'sdo' | 'customer'
}

/** Keys of an account's state that are collections of things by id. */
type Collection = {
  [Key in keyof AccountState]-?: AccountState[Key] extends Record<string, unknown> ? Key : never
}[keyof AccountState]

/** Things that stand in the state as part of others. */
type Part =
  | 'listener'
  | 'listenerRule'
  | 'target'
  | 'securityGroupRule'
  | 'gatewayAttachment'
  | 'defaultRoute'
  | 'route'
  | 'routeTableAssociation'
  | 'dnsRecord'
  | 'interruptionQueue'
  | 'interruptionRule'

export type ThingKind = Collection | Part

/** The simulated services, which must notice that something is gone. */
export interface SimulatedServices {
  world: World
  lifecycle: InstanceLifecycle
  targetGroups: TargetGroups
  ports: LoadBalancerPorts
  logStreams: LogStreams
}

/** A thing as the table of its kind has it. */
interface Entry {
  id: string
  tags?: Tags
  /** Takes it away, with all that AWS would want gone first. */
  remove(): void
}

/** The things of a collection. `remove` takes one away with what depends on it; default: nothing does. */
export const everyOf = (
  things: Record<string, object>,
  remove: (id: string) => void = (id) => removeThing(things, id),
): Entry[] =>
  Object.entries(things).map(([id, thing]) => ({
    id,
    tags: (thing as { tags?: Tags }).tags,
    remove: () => remove(id),
  }))

/** All things of one kind that an account holds. */
export type EntriesOf = (account: AccountState, services: SimulatedServices) => Entry[]

/** Takes an item out of the list in which it stands. */
export function removeFrom<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1)
}
