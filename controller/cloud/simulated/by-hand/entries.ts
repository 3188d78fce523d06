import { region } from '../../../../core/aws/region'
import type { Tags } from '../../../../core/aws/ownership'
import type { InstanceLifecycle } from '../ec2/instance-lifecycle'
import type { LoadBalancerPorts } from '../load-balancing/load-balancer-ports'
import type { TargetGroups } from '../load-balancing/target-groups'
import type { LogStreams } from '../logs/log-streams'
import type { AccountState } from '../state'
import type { World } from '../world'

/** What must notice that something is gone. */
export interface Surroundings {
  world: World
  lifecycle: InstanceLifecycle
  targetGroups: TargetGroups
  ports: LoadBalancerPorts
  logStreams: LogStreams
}

/** A thing that can be taken away. */
interface Entry {
  id: string
  tags?: Tags
  /** Takes it away, with all that AWS would want gone first. */
  remove(): void
}

/** All things of one kind in an account. */
export type EntriesOf = (account: AccountState, surroundings: Surroundings) => Entry[]

export const arnOf = ({ accountNumber }: AccountState, service: string, resource: string) =>
  `arn:aws:${service}:${region}:${accountNumber}:${resource}`

export function removeFrom<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1)
}
