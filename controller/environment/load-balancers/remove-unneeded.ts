import { balancerLines } from '../../../core/environment-log/network-lines'
import type { LoadBalancerStatus } from '../../../core/resources/environment'
import { isShared, standsIn } from '../../../core/resources/leading-balancers'
import { CloudError, httpPort, type Listeners } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Learned, Work } from '../concern'
import { isNeededBy } from '../workload/exposed-ports'
import { closePorts, listenerPortsOf } from '../workload/listener-rules'
import { networksOf } from '../workload/places'
import { isSameSlot } from '../workload/listener-ports'

/**
 * Deletes the load balancers that nothing needs any more.
 *
 * @param active ids of those that are up, of which they are taken
 */
export async function removeUnneeded(work: Work, active: Set<string>): Promise<Learned> {
  const { pass, draft } = work
  const isNeeded = isNeededBy(pass.goal, draft.status)
  const needed = draft.status.loadBalancers.filter(isNeeded)
  const superfluous = draft.status.loadBalancers.filter((entry) => !needed.includes(entry))
  const gone: LoadBalancerStatus[] = []
  try {
    await allDone(
      superfluous.map(async (entry) => {
        // What is needed by others, of the shared one, is left to them.
        if (needed.some((one) => isSameSlot(one, entry)) || (await isDeleted(work, active, entry, needed)))
          gone.push(entry)
      }),
    )
  } finally {
    if (gone.length > 0) await forget(work, gone)
  }
  return {}
}

/** Whether nothing of a load balancer is left but the rule that lets people in. */
async function isDeleted(
  work: Work,
  active: Set<string>,
  entry: LoadBalancerStatus,
  needed: LoadBalancerStatus[],
): Promise<boolean> {
  const { pass } = work
  const { loadBalancerId, listenerPort } = entry
  delete entry.url
  if (loadBalancerId) {
    const others = needed.filter((one) => one.loadBalancerId === loadBalancerId)
    if (listenerPort !== undefined && others.length > 0) {
      // Names of the others are answered there.
      const isNamed = listenerPort === httpPort && others.some(({ hosts, https }) => hosts ?? https)
      if (!isNamed) await closeListener(pass.account.loadBalancers, loadBalancerId, listenerPort)
    } else {
      await pass.account.loadBalancers.delete(loadBalancerId)
      active.delete(loadBalancerId)
    }
    delete entry.loadBalancerId
  }
  return !entry.targetGroupId || isTargetGroupDeleted(work, entry.targetGroupId)
}

async function closeListener(api: Listeners, loadBalancerId: string, listenerPort: number): Promise<void> {
  const listeners = await api.listListeners(loadBalancerId)
  for (const { id, port } of listeners) if (port === listenerPort) await api.deleteListener(id)
}

/** Only together is it known which ports the others need. */
async function forget({ pass, draft }: Work, gone: LoadBalancerStatus[]): Promise<void> {
  const { status } = draft
  const left = status.loadBalancers.filter((entry) => !gone.includes(entry))
  for (const network of networksOf(status)) {
    const isHere = standsIn(network)
    const ports = gone.filter(isHere).flatMap(listenerPortsOf)
    await closePorts(ports, left.filter(isHere), network, pass.account.network)
  }
  status.loadBalancers = left
  for (const entry of gone)
    if (!isShared(entry)) draft.event(balancerLines.deleted, entry)
    else if (!left.some((one) => isSameSlot(one, entry))) draft.event(balancerLines.unshared, entry)
  if (gone.some(isShared) && !left.some(isShared)) draft.event(balancerLines.sharedDeleted)
}

/** A target group outlives its load balancer for a moment: then the next pass tries again. */
async function isTargetGroupDeleted({ pass }: Work, id: string): Promise<boolean> {
  try {
    await pass.account.loadBalancers.deleteTargetGroup(id)
    return true
  } catch (error) {
    if (error instanceof CloudError && error.kind === 'dependency-violation') return false
    throw error
  }
}
