import { isDeepStrictEqual } from 'node:util'
import { balancerLines } from '../../../../core/environment-log/network-lines'
import type { LoadBalancerStatus } from '../../../../core/resources/environment'
import type { CertificatesWork } from '../certificate-work'
import type { SharedEntry, Slot } from './wanted-listeners'

/**
 * Records what listeners were seen to do for so long that every part of the load balancer does it.
 *
 * @returns whether HTTPS of any port came or went by that, so that more is to be done
 */
export async function conclude(
  work: CertificatesWork,
  entries: SharedEntry[],
  slots: Slot[],
): Promise<boolean> {
  const { pass, draft } = work
  for (const entry of entries) noteHosts(entry, slots)
  const changing = entries.filter(({ https }) => https && https.phase !== 'Open')
  if (changing.length === 0) return false
  const listed = await pass.account.loadBalancers.list(pass.environmentTags)
  let isAnyChanged = false
  for (const entry of changing) {
    const { https, port, loadBalancerId } = entry
    const url = listed.find(({ id }) => id === loadBalancerId)?.httpsUrl
    // AWS may list what was just made a little later: until then, people are told the address that they have.
    if (https?.phase === 'Opening' && url === undefined) continue
    isAnyChanged = true
    if (https?.phase === 'Closing' && https.certificateIds.length > 0) https.certificateIds = []
    else if (https?.phase === 'Closing') {
      delete (entry as LoadBalancerStatus).https
      draft.event(balancerLines.httpsClosed, { port })
    } else if (https) {
      if (https.url === undefined) draft.event(balancerLines.httpsOpen, { port })
      Object.assign(https, { phase: 'Open', url })
    }
  }
  return isAnyChanged
}

function noteHosts(entry: LoadBalancerStatus, slots: Slot[]): void {
  const names = slots.find(({ targetGroupId }) => targetGroupId === entry.targetGroupId)?.names ?? []
  const { hosts: before = [] } = entry
  const hosts = names.map((name) => before.find((one) => one.name === name) ?? { name })
  if (isDeepStrictEqual(hosts, before)) return
  if (hosts.length > 0) entry.hosts = hosts
  else delete entry.hosts
}
