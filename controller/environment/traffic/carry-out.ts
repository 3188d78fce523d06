import { balancerLines } from '../../../core/environment-log/network-lines'
import type { InstanceStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { CloudError, type Target, type TargetHealth } from '../../cloud/cloud'
import { allDone } from '../../reconcile/all-done'
import { attempt, settlingSeconds, type Learned } from '../concern'
import { forgetTargetGroup, isSameBalancer, purposeOf, wantedBalancers } from '../workload/exposed-ports'
import { standsIn } from '../workload/places'
import { isOnItsWayOut } from '../workload/selection'
import { isSameTarget } from './is-same-target'
import type { TrafficWork } from './memory'

/** Brings each target group to what it should hold, and learns what the load balancers think of its targets. */
export async function carryOut(work: TrafficWork): Promise<Learned> {
  const { pass, draft, memory } = work
  const { processes, loadBalancers } = draft.status
  const targets = new Map<string, TargetHealth[]>()
  const present = new Set(processes.map(({ id }) => id))
  for (const id of memory.registeredSince.keys()) if (!present.has(id)) memory.registeredSince.delete(id)
  const learned = await attempt(async () => {
    await allDone(loadBalancers.map((entry) => routeTo(work, entry, targets)))
    return {}
  }, pass.limits)
  return { targets, registeredSince: new Map(memory.registeredSince), ...learned }
}

async function routeTo(
  work: TrafficWork,
  entry: LoadBalancerStatus,
  targets: Map<string, TargetHealth[]>,
): Promise<void> {
  const { pass, draft } = work
  if (!entry.targetGroupId) return
  try {
    const present = await pass.account.loadBalancers.listTargets(entry.targetGroupId)
    targets.set(purposeOf(entry), present)
    await syncTargets(work, entry, entry.targetGroupId, present)
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    targets.set(purposeOf(entry), [])
    forgetTargetGroup(entry)
    if (wantedBalancers(pass.goal, draft.status).some((exposed) => isSameBalancer(exposed, entry)))
      draft.event(balancerLines.targetsGone, entry)
  }
}

async function syncTargets(
  work: TrafficWork,
  entry: LoadBalancerStatus,
  targetGroupId: string,
  present: TargetHealth[],
): Promise<void> {
  const { pass } = work
  const api = pass.account.loadBalancers
  const wanted = targetsOf(work, entry)
  const isIn = (targets: Target[], { instanceId, port }: Target) =>
    targets.some(isSameTarget(instanceId, port))
  const staying = present.filter(({ state }) => state !== 'draining')
  const missing = wanted.filter((target) => !isIn(staying, target))
  const superfluous = staying
    .filter((target) => !isIn(wanted, target))
    .map(({ instanceId, port }) => ({ instanceId, port }))
  await allDone([
    missing.length > 0 ? api.registerTargets(targetGroupId, missing) : Promise.resolve(),
    superfluous.length > 0 && settlingSeconds(work) === 0
      ? api.deregisterTargets(targetGroupId, superfluous)
      : Promise.resolve(),
  ])
}

/**
 * A process is a target from when it was first healthy until it is drained. In between the load balancer judges it by itself: taking it
 * out and in again at every hiccup would only be slower.
 */
function targetsOf({ pass, draft: { status }, memory }: TrafficWork, entry: LoadBalancerStatus): Target[] {
  const instances = new Map<string, InstanceStatus>(status.instances.map((one) => [one.clientToken, one]))
  return status.processes.flatMap((process) => {
    const hostPort = process.ports.find(({ port }) => port === entry.port)?.hostPort
    const instance = instances.get(process.clientToken)
    if (process.applicationId !== entry.applicationId || !hostPort || !instance?.instanceId) return []
    // A target group takes instances of its own network only.
    if (!standsIn(entry)(instance)) return []
    if (process.healthyEpoch === undefined || isOnItsWayOut(process)) return []
    if (!memory.registeredSince.has(process.id)) memory.registeredSince.set(process.id, pass.now)
    return [{ instanceId: instance.instanceId, port: hostPort }]
  })
}
