import type { HttpsStatus, LoadBalancerStatus } from '../../../../core/resources/environment'
import { isShared } from '../../../../core/resources/leading-balancers'
import { httpPort, type HostRule, type ListenerSettings } from '../../../cloud/cloud'
import { namesOf, type Named } from './known-names'
import { hostPatternOf } from './host-pattern'
import { wantedRules, type NamedGroup, type WantedRule } from './wanted-rules'

/** A port behind a shared load balancer that is there. */
export interface SharedEntry extends LoadBalancerStatus {
  loadBalancerId: string
  targetGroupId: string
}

export const isSharedEntry = (entry: LoadBalancerStatus): entry is SharedEntry =>
  isShared(entry) && entry.loadBalancerId !== undefined && entry.targetGroupId !== undefined

/** The ports behind one target group, what is to be of their HTTPS, and their names. */
export interface Slot {
  targetGroupId: string
  names: string[]
  https: HttpsStatus[]
}

export const slotsOf = (entries: SharedEntry[], named: Named): Slot[] =>
  [...new Set(entries.map(({ targetGroupId }) => targetGroupId))].map((targetGroupId) => {
    const own = entries.filter((entry) => entry.targetGroupId === targetGroupId)
    const names = own.flatMap((entry) => namesOf(entry, entries, named))
    return {
      targetGroupId,
      names: [...new Set(names)].sort(),
      https: own.flatMap(({ https }) => https ?? []),
    }
  })

const isComing = ({ phase }: HttpsStatus) => phase !== 'Closing'

/** Certificates that the listener on HTTPS is to have, and those that it may still have. */
export const certificatesOf = (slots: Slot[]): { wanted: string[]; kept: string[] } => {
  const all = slots.flatMap(({ https }) => https)
  const idsOf = (some: HttpsStatus[]) => [...new Set(some.flatMap(({ certificateIds }) => certificateIds))]
  return { wanted: idsOf(all.filter(isComing)), kept: idsOf(all) }
}

/** Whether ports are to answer on HTTPS, or still have to: those that cease to do it lose their certificates once nobody is sent there. */
export const isServed = ({ https }: Slot): boolean =>
  https.some((one) => isComing(one) || one.certificateIds.length > 0)

/** What answers on HTTPS, until nobody is sent there any more. */
export const httpsRules = (slots: Slot[]): WantedRule[] =>
  wantedRules(
    slots
      .filter(isServed)
      .map(({ targetGroupId, names }): NamedGroup => ({ targetGroupId, names, action: 'forward' })),
  )

/**
 * What answers on HTTP: ports whose HTTPS is open send people there, and go on with it while their certificates change.
 *
 * @param present rules that are there
 */
export function httpRules(slots: Slot[], present: HostRule[]): WantedRule[] {
  const sent = new Set(present.flatMap(({ action, hosts }) => (action === 'redirect' ? hosts : [])))
  const isSent = ({ names, https }: Slot) =>
    https.some(({ phase }) => phase === 'Open') ||
    (https.some(isComing) && names.some((name) => sent.has(hostPatternOf(name))))
  return wantedRules(
    slots.map((slot): NamedGroup => {
      const { targetGroupId, names } = slot
      return { targetGroupId, names, action: isSent(slot) ? 'redirect' : 'forward' }
    }),
  )
}

/** What the listener on HTTP does with hosts that nobody has: it is that of the first port, whose address is the load balancer's own. */
export function httpDefault(entries: SharedEntry[]): ListenerSettings {
  const first = entries.find(({ listenerPort }) => listenerPort === httpPort)
  return first
    ? { protocol: 'HTTP', action: 'forward', targetGroupId: first.targetGroupId }
    : { protocol: 'HTTP', action: 'not-found' }
}
