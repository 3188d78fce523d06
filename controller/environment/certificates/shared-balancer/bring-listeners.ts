import { balancerLines } from '../../../../core/environment-log/network-lines'
import { CloudError } from '../../../cloud/cloud'
import { ready, waiting, type Outcome } from '../../../reconcile/outcome'
import { isDue, lookSeconds, outcomeOf, settledSeconds, type CertificatesWork } from '../certificate-work'
import { conclude } from './record-listeners'
import type { Named } from './known-names'
import { syncListeners } from './sync-listeners'
import { httpDefault, isSharedEntry, slotsOf, type SharedEntry } from './wanted-listeners'

/** Has shared load balancers tell requests apart by their names, with the certificates of those, and answer nobody by any other on HTTPS. */
export async function carryOutShared(work: CertificatesWork, named: Named): Promise<Outcome[]> {
  const entries = work.draft.status.loadBalancers.filter(isSharedEntry)
  const outcomes: Outcome[] = []
  for (const id of new Set(entries.map(({ loadBalancerId }) => loadBalancerId))) {
    const own = entries.filter(({ loadBalancerId }) => loadBalancerId === id)
    if (named.size > 0 || own.some(({ hosts, https }) => hosts || https))
      outcomes.push(await outcomeOf(work, () => bring(work, own, named)))
  }
  return outcomes
}

const waitingForNames = waiting(
  'Working',
  'Waiting until the shared load balancer knows its names.',
  lookSeconds.young,
)

async function bring(work: CertificatesWork, entries: SharedEntry[], named: Named): Promise<Outcome> {
  const { pass, draft, memory } = work
  const [{ loadBalancerId: id, port } = { loadBalancerId: '', port: 0 }] = entries
  const slots = slotsOf(entries, named)
  const wanted = JSON.stringify([slots, httpDefault(entries), entries.map(({ url }) => url !== undefined)])
  const before = memory.shared.get(id)
  const isSame = before?.wanted === wanted
  const seconds = before?.isSettled ? settledSeconds(work) : lookSeconds.young
  if (isSame && !isDue(work, id, seconds)) return before.isSettled ? ready : waitingForNames
  try {
    const isChanged = await syncListeners(work, entries, slots)
    if (isChanged && isSame && before.isSettled) draft.event(balancerLines.listenersRighted, { port })
    const sinceEpoch = isSame && !isChanged ? before.sinceEpoch : pass.now
    const isSeen = !isChanged && pass.secondsSince(sinceEpoch) >= pass.limits.visibilitySeconds
    memory.shared.set(id, { wanted, sinceEpoch, isSettled: false })
    if (!isSeen) return waitingForNames
    const isConcluded = await conclude(work, entries, slots)
    if (isConcluded) return waiting('Working', 'Continuing.', pass.limits.actSeconds)
    if (entries.some(({ https }) => https && https.phase !== 'Open')) return waitingForNames
    memory.shared.set(id, { wanted, sinceEpoch, isSettled: true })
    return ready
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    // The load balancer, a target group or a certificate is gone, which others notice by themselves; then this begins again.
    memory.shared.delete(id)
    memory.askedEpoch.clear()
    for (const { https } of entries) if (https && https.phase !== 'Closing') https.phase = 'Opening'
    return waiting(
      'Working',
      'Part of the shared load balancer is gone. SDO creates it again.',
      lookSeconds.young,
    )
  }
}
