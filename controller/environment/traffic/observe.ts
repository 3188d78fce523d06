import type {
  EnvironmentStatus,
  LoadBalancerStatus,
  ProcessStatus,
} from '../../../core/resources/environment'
import type { TargetHealth } from '../../cloud/cloud'
import type { Learned, Observation, Work } from '../concern'
import { purposeOf } from '../workload/exposed-ports'
import { standsIn } from '../workload/places'
import { isSameTarget } from './is-same-target'

/**
 * Notes in the processes what the load balancers think of them: a healthy process becomes Serving, a drained one Stopping. Of a process
 * whose group would not tell, nothing is concluded.
 */
export function observe({ draft: { status }, observed }: Work): Learned {
  for (const process of status.processes) noteTraffic(process, status, observed)
  return {}
}

function noteTraffic(process: ProcessStatus, status: EnvironmentStatus, observed: Observation): void {
  if (
    groupsOf(process, status).some((entry) => entry.targetGroupId && !observed.targets.has(purposeOf(entry)))
  )
    return
  const states = statesOf(process, status, observed)
  if (process.phase === 'Draining' && states.every((state) => state === undefined)) process.phase = 'Stopping'
  if (process.phase === 'Healthy' || process.phase === 'Serving') process.phase = servingPhase(states)
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

/** States of a process's ports in their target groups; undefined where it is in none, or the load balancer is not up yet. */
function statesOf(
  process: ProcessStatus,
  status: EnvironmentStatus,
  { targets, activeLoadBalancers }: Observation,
): (TargetHealth['state'] | undefined)[] {
  const instance = status.instances.find((one) => one.clientToken === process.clientToken)
  const groups = groupsOf(process, status)
  return process.ports.map(({ port, hostPort }) => {
    const entry = groups.find((one) => one.port === port)
    const target = entry && targets.get(purposeOf(entry))?.find(isSameTarget(instance?.instanceId, hostPort))
    const isUp = entry?.loadBalancerId !== undefined && activeLoadBalancers.has(entry.loadBalancerId)
    return target?.state === 'healthy' && !isUp ? 'initial' : target?.state
  })
}
