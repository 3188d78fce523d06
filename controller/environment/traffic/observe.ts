import { processLines } from '../../../core/environment-log/process-lines'
import type {
  EnvironmentStatus,
  LoadBalancerStatus,
  ProcessStatus,
} from '../../../core/resources/environment'
import type { TargetHealth } from '../../cloud/cloud'
import { isOf } from '../shortened'
import type { Learned, Observation } from '../concern'
import { applicationOf } from '../workload/application-of'
import { defaultBalancerCheck } from '../workload/balancer-check'
import { purposeOf } from '../workload/exposed-ports'
import { nameOf } from '../workload/goal'
import { standsIn } from '../workload/places'
import { describeTargetFault } from './describe-target-fault'
import { isSameTarget } from './is-same-target'
import type { TrafficWork } from './memory'

/**
 * Notes in the processes what the load balancers think of them: a healthy process becomes Serving, a drained one Stopping. Of a process
 * whose group would not tell, nothing is concluded.
 */
export function observe(work: TrafficWork): Learned {
  const { pass, draft, observed, memory } = work
  const { status } = draft
  for (const process of status.processes) noteTraffic(process, status, observed)
  const refused = status.processes.flatMap((process) => {
    const refusal = refusalOf(process, status, observed)
    return refusal ? [{ process, ...refusal }] : []
  })
  for (const { process, reason } of refused) process.message = reason
  tellOfRefusals(work, refused)
  memory.refusedSince = new Map(
    refused
      .filter(({ isByTarget }) => isByTarget)
      .map(({ process: { id } }) => [id, memory.refusedSince.get(id) ?? pass.now]),
  )
  return { refusedSince: new Map(memory.refusedSince) }
}

interface Refusal {
  reason: string
  /** Whether it is for what the process does, and not for a fault of AWS's. */
  isByTarget: boolean
}
type Refused = Refusal & { process: ProcessStatus }

/** Logs reasons that are new, in one line for all processes of a release that have the same. */
function tellOfRefusals({ pass, draft }: TrafficWork, refused: Refused[]): void {
  const keyOf = ({ process: { applicationId, releaseId }, reason }: Refused) =>
    JSON.stringify([applicationId, releaseId, reason])
  const isTold = ({ process: { applicationId, releaseId }, reason }: Refused) =>
    pass.stored?.processes.some(
      (one) =>
        one.applicationId === applicationId && one.releaseId === releaseId && isOf(one.message, reason),
    )
  const unlike = new Map(refused.map((one) => [keyOf(one), one]))
  for (const one of unlike.values()) {
    if (isTold(one)) continue
    const application = applicationOf(pass, one.process)
    const name = application ? nameOf({ application }) : 'an application'
    draft.event(processLines.refusedByBalancer, { name, why: one.reason })
  }
}

function noteTraffic(process: ProcessStatus, status: EnvironmentStatus, observed: Observation): void {
  if (
    groupsOf(process, status).some((entry) => entry.targetGroupId && !observed.targets.has(purposeOf(entry)))
  )
    return
  const states = targetsOf(process, status, observed).map(({ state }) => state)
  if (process.phase === 'Draining' && states.every((state) => state === undefined)) process.phase = 'Stopping'
  if (process.phase === 'Healthy' || process.phase === 'Serving') process.phase = servingPhase(states)
}

/** What is in the way of a process that is healthy by itself: the first of its ports that a load balancer finds fault with. */
function refusalOf(
  process: ProcessStatus,
  status: EnvironmentStatus,
  observed: Observation,
): Refusal | undefined {
  if (process.phase !== 'Healthy') return undefined
  for (const { port, path, target } of targetsOf(process, status, observed)) {
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

const servingPhase = (states: (TargetHealth['state'] | undefined)[]): 'Healthy' | 'Serving' =>
  states.length > 0 && states.every((state) => state === 'healthy') ? 'Serving' : 'Healthy'

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
  { targets, activeLoadBalancers }: Observation,
): TargetOfPort[] {
  const instance = status.instances.find((one) => one.clientToken === process.clientToken)
  const groups = groupsOf(process, status)
  return process.ports.map(({ port, hostPort }) => {
    const entry = groups.find((one) => one.port === port)
    const target = entry && targets.get(purposeOf(entry))?.find(isSameTarget(instance?.instanceId, hostPort))
    const isUp = entry?.loadBalancerId !== undefined && activeLoadBalancers.has(entry.loadBalancerId)
    const { path } = entry?.healthCheck ?? defaultBalancerCheck
    return { port, path, target, state: target?.state === 'healthy' && !isUp ? 'initial' : target?.state }
  })
}
