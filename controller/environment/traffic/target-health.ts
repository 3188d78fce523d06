import type {
  EnvironmentStatus,
  LoadBalancerStatus,
  LoadBalancing,
  ProcessStatus,
} from '../../../core/resources/environment'
import {
  heldKinds,
  kindOf,
  leadingKind,
  servedKinds,
  standsIn,
} from '../../../core/resources/leading-balancers'
import type { Target, TargetHealth } from '../../cloud/cloud'
import type { LoadBalancersFacts, TrafficFacts } from '../facts'
import { defaultBalancerCheck } from '../workload/balancer-check'
import { purposeOf } from '../workload/exposed-ports'
import { describeTargetFault } from './describe-target-fault'

export type SeenTargets = Pick<TrafficFacts, 'targets'> & Pick<LoadBalancersFacts, 'activeLoadBalancers'>

export const isSameTarget = (instanceId: string | undefined, port: number) => (target: Target) =>
  target.instanceId === instanceId && target.port === port

/** What is in the way of a process that is healthy by itself. */
export interface Refusal {
  reason: string
  /** Whether it is for what the process does, and not for a fault of AWS's. */
  isByTarget: boolean
}

/** Notes in a process what its load balancers think of it. */
export function recordTraffic(process: ProcessStatus, status: EnvironmentStatus, known: SeenTargets): void {
  if (!isTold(process, status, known)) return
  const statesIn = (kinds: LoadBalancing[]) =>
    kinds.flatMap((kind) => targetsOf(process, status, known, kind).map(({ state }) => state))
  if (process.phase === 'Draining' && statesIn(heldKinds(status)).every((state) => state === undefined))
    process.phase = 'Stopping'
  if (process.phase === 'Healthy' || process.phase === 'Serving')
    process.phase = isServing(statesIn(servedKinds(status))) ? 'Serving' : 'Healthy'
}

/** Whether a process was seen to wait until its load balancers let it in. Before there is one, none can. */
export const isSeenWaiting = (
  process: ProcessStatus,
  status: EnvironmentStatus,
  known: SeenTargets,
): boolean =>
  process.phase === 'Healthy' &&
  groupsOf(process, status).some(({ loadBalancerId }) => loadBalancerId !== undefined) &&
  isTold(process, status, known)

const isTold = (process: ProcessStatus, status: EnvironmentStatus, { targets }: SeenTargets): boolean =>
  groupsOf(process, status).every((entry) => !entry.targetGroupId || targets.has(purposeOf(entry)))

/** Whether the load balancers of a kind send requests to a process, at each of its ports. */
export const isBehind = (
  process: ProcessStatus,
  status: EnvironmentStatus,
  known: SeenTargets,
  kind: LoadBalancing,
): boolean => isServing(targetsOf(process, status, known, kind).map(({ state }) => state))

/** What is in the way of a process that is healthy by itself: the first of its ports that a load balancer finds fault with. */
export function refusalOf(
  process: ProcessStatus,
  status: EnvironmentStatus,
  known: SeenTargets,
): Refusal | undefined {
  if (process.phase !== 'Healthy') return undefined
  for (const { port, path, target } of targetsOf(process, status, known, leadingKind(status))) {
    const reason = target && describeTargetFault(target, `GET ${path} on port ${port}`)
    if (reason) return { reason, isByTarget: !target.reason?.startsWith('Elb.') }
  }
  return undefined
}

/** The load balancers of its network that send requests to a process. */
function groupsOf(
  { applicationId, ports, clientToken }: ProcessStatus,
  { instances, loadBalancers, network }: EnvironmentStatus,
): LoadBalancerStatus[] {
  const instance = instances.find((one) => one.clientToken === clientToken)
  return loadBalancers
    .filter(standsIn(instance ?? network))
    .filter((entry) => entry.applicationId === applicationId && ports.some(({ port }) => port === entry.port))
}

const isServing = (states: (TargetHealth['state'] | undefined)[]): boolean =>
  states.length > 0 && states.every((state) => state === 'healthy')

/** A port of a process in its target group; without a state where it is in none. Nobody is let in before the load balancer is up. */
interface TargetOfPort {
  port: number
  /** The path that its load balancer asks for. */
  path: string
  state?: TargetHealth['state']
  target?: TargetHealth
}

function targetsOf(
  process: ProcessStatus,
  status: EnvironmentStatus,
  { targets, activeLoadBalancers }: SeenTargets,
  kind: LoadBalancing,
): TargetOfPort[] {
  const instance = status.instances.find((one) => one.clientToken === process.clientToken)
  const groups = groupsOf(process, status).filter((entry) => kindOf(entry) === kind)
  return process.ports.map(({ port, hostPort }) => {
    const entry = groups.find((one) => one.port === port)
    const target = entry && targets.get(purposeOf(entry))?.find(isSameTarget(instance?.instanceId, hostPort))
    const isUp = entry?.loadBalancerId !== undefined && activeLoadBalancers.has(entry.loadBalancerId)
    const { path } = entry?.healthCheck ?? defaultBalancerCheck
    return { port, path, target, state: target?.state === 'healthy' && !isUp ? 'initial' : target?.state }
  })
}
