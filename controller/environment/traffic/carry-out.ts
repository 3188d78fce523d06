import type { InstanceStatus, LoadBalancerStatus, ProcessStatus } from '../../../core/resources/environment'
import { CloudError, type Target, type TargetHealth } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import type { Pass } from '../pass'
import { isOnItsWayOut } from '../workload/selection'
import { ready, type Outcome } from '../../reconcile/outcome'
import { exposedPortsOf, isSamePort } from '../workload/exposed-ports'
import { forgetTargetGroup } from '../load-balancers/carry-out'

/**
 * Brings each target group to what it should hold, and notes in the processes what the load balancers think of them: a healthy process
 * becomes Serving, a drained one Stopping. Of a process whose group would not tell, nothing is concluded.
 */
export async function routeTraffic(pass: Pass): Promise<Outcome> {
  const listed = new Map<LoadBalancerStatus, TargetHealth[]>()
  forgetGone(pass)
  const routing = allDone(pass.status.loadBalancers.map((entry) => routeTo(pass, entry, listed)))
  const refusal = await routing.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  for (const process of pass.status.processes) noteTraffic(process, pass, listed)
  if (refusal) throw refusal.error
  return ready
}

async function routeTo(
  pass: Pass,
  entry: LoadBalancerStatus,
  listed: Map<LoadBalancerStatus, TargetHealth[]>,
): Promise<void> {
  if (!entry.targetGroupId) return
  const api = pass.account.loadBalancers
  try {
    const present = await api.listTargets(entry.targetGroupId)
    listed.set(entry, present)
    await syncTargets(pass, entry, entry.targetGroupId, present)
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    listed.set(entry, [])
    forgetTargetGroup(entry)
    const { wanted, fallback } = pass.goal
    if (exposedPortsOf([...wanted, ...fallback]).some((exposed) => isSamePort(exposed, entry)))
      pass.event('network', `The target group for port ${entry.port} is gone; making a new one.`, 'ERROR')
  }
}

function noteTraffic(
  process: ProcessStatus,
  pass: Pass,
  listed: Map<LoadBalancerStatus, TargetHealth[]>,
): void {
  if (entriesOf(process, pass).some((entry) => entry.targetGroupId && !listed.has(entry))) return
  const states = statesOf(process, pass, listed)
  if (process.phase === 'Draining' && states.every((state) => state === undefined)) process.phase = 'Stopping'
  if (process.phase === 'Healthy' || process.phase === 'Serving') process.phase = servingPhase(states)
}

const entriesOf = ({ applicationId, ports }: ProcessStatus, { status }: Pass): LoadBalancerStatus[] =>
  status.loadBalancers.filter(
    (entry) => entry.applicationId === applicationId && ports.some(({ port }) => port === entry.port),
  )

function forgetGone({ status, memory }: Pass): void {
  const present = new Set(status.processes.map(({ id }) => id))
  for (const id of memory.registeredSince.keys()) if (!present.has(id)) memory.registeredSince.delete(id)
}

const servingPhase = (states: (TargetHealth['state'] | undefined)[]): 'Healthy' | 'Serving' =>
  states.length > 0 && states.every((state) => state === 'healthy') ? 'Serving' : 'Healthy'

/** What a process's ports are in their target groups: undefined where it is in none, or the load balancer is not up yet. */
function statesOf(
  process: ProcessStatus,
  { status, memory }: Pass,
  listed: Map<LoadBalancerStatus, TargetHealth[]>,
): (TargetHealth['state'] | undefined)[] {
  const instance = status.instances.find(({ clientToken }) => clientToken === process.clientToken)
  return process.ports.map(({ port, hostPort }) => {
    const entry = status.loadBalancers.find(
      (one) => one.applicationId === process.applicationId && one.port === port,
    )
    const target = entry && listed.get(entry)?.find(isSameTarget(instance?.instanceId, hostPort))
    const isUp = entry?.loadBalancerId !== undefined && memory.activeLoadBalancers.has(entry.loadBalancerId)
    return target?.state === 'healthy' && !isUp ? 'initial' : target?.state
  })
}

const isSameTarget = (instanceId: string | undefined, port: number) => (target: Target) =>
  target.instanceId === instanceId && target.port === port

async function syncTargets(
  pass: Pass,
  entry: LoadBalancerStatus,
  targetGroupId: string,
  present: TargetHealth[],
): Promise<void> {
  const api = pass.account.loadBalancers
  const wanted = targetsOf(pass, entry)
  const isIn = (targets: Target[], { instanceId, port }: Target) =>
    targets.some(isSameTarget(instanceId, port))
  const staying = present.filter(({ state }) => state !== 'draining')
  const missing = wanted.filter((target) => !isIn(staying, target))
  const superfluous = staying
    .filter((target) => !isIn(wanted, target))
    .map(({ instanceId, port }) => ({ instanceId, port }))
  await allDone([
    missing.length > 0 ? api.registerTargets(targetGroupId, missing) : Promise.resolve(),
    superfluous.length > 0 && pass.settlingSeconds === 0
      ? api.deregisterTargets(targetGroupId, superfluous)
      : Promise.resolve(),
  ])
}

/**
 * A process is a target from when it was first healthy until it is drained. In between the load balancer judges it by itself: taking it
 * out and in again at every hiccup would only be slower.
 */
function targetsOf({ status, memory, now }: Pass, entry: LoadBalancerStatus): Target[] {
  const instances = new Map<string, InstanceStatus>(status.instances.map((one) => [one.clientToken, one]))
  return status.processes.flatMap((process) => {
    const hostPort = process.ports.find(({ port }) => port === entry.port)?.hostPort
    const instanceId = instances.get(process.clientToken)?.instanceId
    if (process.applicationId !== entry.applicationId || !hostPort || !instanceId) return []
    if (process.healthyEpoch === undefined || isOnItsWayOut(process)) return []
    if (!memory.registeredSince.has(process.id)) memory.registeredSince.set(process.id, now)
    return [{ instanceId, port: hostPort }]
  })
}
