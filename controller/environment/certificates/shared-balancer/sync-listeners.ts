import type { LoadBalancerStatus } from '../../../../core/resources/environment'
import { standsIn } from '../../../../core/resources/leading-balancers'
import {
  httpPort,
  httpsPort,
  type HostRule,
  type Listener,
  type ListenerSettings,
} from '../../../cloud/cloud'
import { listenerRule } from '../../policy'
import { closePorts } from '../../workload/listener-rules'
import { networkOf } from '../../workload/places'
import type { CertificatesWork } from '../certificate-work'
import {
  certificatesOf,
  httpDefault,
  httpRules,
  httpsRules,
  isServed,
  type SharedEntry,
  type Slot,
} from './wanted-listeners'
import { compareRules, isAnyChange, type WantedRule } from './wanted-rules'

/** Listeners and rules of one load balancer, and what is to be of them. */
interface Syncing {
  work: CertificatesWork
  entries: SharedEntry[]
  slots: Slot[]
  loadBalancerId: string
  listeners: Listener[]
}

/**
 * Brings the listeners of a shared load balancer and their rules to what is wanted: what answers on HTTPS comes before anybody is sent
 * there, and goes after.
 *
 * @returns whether anything was changed
 */
export async function syncListeners(
  work: CertificatesWork,
  entries: SharedEntry[],
  slots: Slot[],
): Promise<boolean> {
  const loadBalancerId = entries[0]?.loadBalancerId ?? ''
  const listeners = await work.pass.account.loadBalancers.listListeners(loadBalancerId)
  const syncing = { work, entries, slots, loadBalancerId, listeners }
  const isHttpsChanged = await syncHttps(syncing)
  const isHttpChanged = await syncHttp(syncing)
  return isHttpsChanged || isHttpChanged
}

const find = (listeners: Listener[], port: number) => listeners.find((one) => one.port === port)

async function syncHttps(syncing: Syncing): Promise<boolean> {
  const { work, slots, listeners } = syncing
  const { loadBalancers } = work.pass.account
  const { wanted, kept } = certificatesOf(slots)
  const present = find(listeners, httpsPort)
  const [first] = wanted
  if (!slots.some(isServed)) {
    // Where nothing is known of HTTPS, what is there may be of a status that was lost.
    const isCeasing = slots.some(({ https }) => https.length > 0)
    if (!isCeasing || present?.protocol !== 'HTTPS') return false
    await loadBalancers.deleteListener(present.id)
    await close(syncing, [httpsPort])
    return true
  }
  const rules = httpsRules(slots)
  if (!present) {
    if (first === undefined) return false
    const made = await make(syncing, httpsPort, { ...unknownHost, certificateId: first })
    if (!made) return true
    for (const one of wanted.slice(1)) await loadBalancers.addCertificate(made.id, one)
    await syncRules(work, made.id, [], rules)
    return true
  }
  const { id, protocol, action, certificateIds } = present
  const [shown = ''] = certificateIds
  const isAsWanted = protocol === 'HTTPS' && action === 'not-found'
  const missing = wanted.filter((one) => !certificateIds.includes(one))
  const superfluous = certificateIds.filter((one) => !kept.includes(one))
  const isShownChanged = first !== undefined && superfluous.includes(shown)
  if (first !== undefined && (!isAsWanted || isShownChanged))
    await loadBalancers.changeListener(id, { ...unknownHost, certificateId: first })
  for (const one of missing)
    if (one !== first || (isAsWanted && !isShownChanged)) await loadBalancers.addCertificate(id, one)
  for (const one of superfluous) if (one !== shown) await loadBalancers.removeCertificate(id, one)
  const unknown = new Set(slots.filter(({ https }) => https.length === 0).map((slot) => slot.targetGroupId))
  const listed = await loadBalancers.listRules(id)
  const others = listed.filter(({ targetGroupId = '' }) => unknown.has(targetGroupId))
  const own = listed.filter((rule) => !others.includes(rule))
  const isChanged = await syncRules(work, id, own, rules, others)
  const isRighted = !isAsWanted || missing.length > 0 || isShownChanged
  return isChanged || isRighted || superfluous.some((one) => one !== shown)
}

const unknownHost = { protocol: 'HTTPS', action: 'not-found' } as const

async function syncHttp(syncing: Syncing): Promise<boolean> {
  const { work, entries, slots, listeners } = syncing
  const { loadBalancers } = work.pass.account
  const present = find(listeners, httpPort)
  const settings = httpDefault(entries)
  if (slots.every(({ names }) => names.length === 0)) {
    if (!present) return false
    const isSuperfluous = settings.action === 'not-found'
    if (isSuperfluous) {
      await loadBalancers.deleteListener(present.id)
      await close(syncing, [httpPort])
    }
    return isSuperfluous || syncRules(work, present.id, await loadBalancers.listRules(present.id), [])
  }
  if (!present) {
    const made = await make(syncing, httpPort, settings)
    if (made) await syncRules(work, made.id, [], httpRules(slots, []))
    return true
  }
  const isAsWanted =
    present.protocol === 'HTTP' &&
    present.action === settings.action &&
    present.targetGroupId === settings.targetGroupId
  if (!isAsWanted) await loadBalancers.changeListener(present.id, settings)
  const rules = await loadBalancers.listRules(present.id)
  return (await syncRules(work, present.id, rules, httpRules(slots, rules))) || !isAsWanted
}

async function make(
  { work, entries, loadBalancerId }: Syncing,
  port: number,
  settings: ListenerSettings,
): Promise<Listener | undefined> {
  const { network, loadBalancers } = work.pass.account
  const securityGroupId = networkAt(work, entries)?.loadBalancerSecurityGroupId
  if (securityGroupId) await network.allowIngress(securityGroupId, [listenerRule(port)])
  await loadBalancers.createListener({ loadBalancerId, port, ...settings })
  return find(await loadBalancers.listListeners(loadBalancerId), port)
}

/** Rules come before others go, so that no host is without one in between. */
async function syncRules(
  { pass }: CertificatesWork,
  listenerId: string,
  present: HostRule[],
  wanted: WantedRule[],
  others: HostRule[] = [],
): Promise<boolean> {
  const api = pass.account.loadBalancers
  const changes = compareRules(present, wanted, others)
  for (const rule of changes.created) await api.createRule(listenerId, rule)
  for (const { id, rule } of changes.changed) {
    const { band: _band, ...settings } = rule
    await api.changeRule(id, settings)
  }
  for (const id of changes.deleted) await api.deleteRule(id)
  return isAnyChange(changes)
}

const networkAt = ({ draft }: CertificatesWork, [entry]: LoadBalancerStatus[]) =>
  entry && networkOf(draft.status, entry)

/** Load balancers of others, and ports that people named, may need them. */
async function close({ work, entries, loadBalancerId }: Syncing, ports: number[]): Promise<void> {
  const { pass, draft } = work
  const network = networkAt(work, entries)
  if (!network) return
  const left = draft.status.loadBalancers
    .filter(standsIn(network))
    .map((one) =>
      one.loadBalancerId === loadBalancerId ? { ...one, hosts: undefined, https: undefined } : one,
    )
  await closePorts(ports, left, network, pass.account.network)
}
