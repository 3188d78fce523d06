import { balancerLines } from '../../../core/environment-log/network-lines'
import type { LoadBalancerStatus } from '../../../core/resources/environment'
import { CloudError } from '../../cloud/cloud'
import { allDone } from '../../reconcile/outcome'
import type { Learned, Work } from '../concern'
import { isSameBalancer, neededBalancers } from '../workload/exposed-ports'
import { closePorts, listenerPortsOf } from '../workload/listener-rules'
import { networksOf, standsIn } from '../workload/places'

/**
 * Deletes the load balancers that nothing needs any more.
 *
 * @param active ids of those that are up, of which they are taken
 */
export async function removeUnneeded(work: Work, active: Set<string>): Promise<Learned> {
  const { pass, draft } = work
  const needed = neededBalancers(pass.goal, draft.status)
  const superfluous = draft.status.loadBalancers.filter(
    (entry) => !needed.some((exposed) => isSameBalancer(exposed, entry)),
  )
  const gone: LoadBalancerStatus[] = []
  try {
    await allDone(
      superfluous.map(async (entry) => {
        if (await isDeleted(work, active, entry)) gone.push(entry)
      }),
    )
  } finally {
    if (gone.length > 0) await forget(work, gone)
  }
  return {}
}

/** Whether nothing of a load balancer is left but the rule that lets people in. */
async function isDeleted(work: Work, active: Set<string>, entry: LoadBalancerStatus): Promise<boolean> {
  const { pass } = work
  delete entry.url
  if (entry.loadBalancerId) {
    await pass.account.loadBalancers.delete(entry.loadBalancerId)
    active.delete(entry.loadBalancerId)
    delete entry.loadBalancerId
  }
  return !entry.targetGroupId || isTargetGroupDeleted(work, entry.targetGroupId)
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
  for (const { port } of gone) draft.event(balancerLines.deleted, { port })
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
