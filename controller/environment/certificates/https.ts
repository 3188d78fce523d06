import { balancerLines } from '../../../core/environment-log/network-lines'
import type { HttpsStatus, LoadBalancerStatus } from '../../../core/resources/environment'
import { isShared, standsIn } from '../../../core/resources/leading-balancers'
import { CloudError, httpPort, httpsPort, type Listener, type ListenerSettings } from '../../cloud/cloud'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import { listenerRule } from '../policy'
import { closePorts } from '../workload/listener-rules'
import { networkOf } from '../workload/places'
import { type CertificatesWork, isDue, lookSeconds, outcomeOf, settledSeconds } from './certificate-work'

/** A load balancer that is there, and what is to be of its HTTPS. */
interface Served extends LoadBalancerStatus {
  loadBalancerId: string
  targetGroupId: string
  https: HttpsStatus
}

const isServed = (entry: LoadBalancerStatus): entry is Served =>
  entry.loadBalancerId !== undefined && entry.targetGroupId !== undefined && entry.https !== undefined

/** Brings the listeners of load balancers to what is written down. */
export async function carryOutHttps(work: CertificatesWork): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const entry of work.draft.status.loadBalancers)
    if (!isShared(entry) && isServed(entry)) outcomes.push(await outcomeOf(work, () => bring(work, entry)))
  return outcomes
}

async function bring(work: CertificatesWork, entry: Served): Promise<Outcome> {
  const { https, loadBalancerId, port } = entry
  const isLooked = https.phase === 'Open'
  if (isLooked && !isDue(work, loadBalancerId, settledSeconds(work))) return ready
  try {
    if (https.phase === 'Closing') {
      await close(work, entry)
      await closeForHttps(work, entry)
      delete (entry as LoadBalancerStatus).https
      work.draft.event(balancerLines.httpsClosed, { port })
      return ready
    }
    const isChanged = await open(work, entry)
    if (isLooked && isChanged) work.draft.event(balancerLines.listenersRighted, { port })
    return isLooked ? ready : await concludeOpening(work, entry)
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    // The load balancer or the certificate is gone, which others notice by themselves; then this begins again.
    work.memory.askedEpoch.clear()
    if (https.phase !== 'Closing') https.phase = 'Opening'
    return waiting('Working', 'Part of the HTTPS setup is gone. SDO creates it again.', lookSeconds.young)
  }
}

async function concludeOpening({ pass, draft, memory }: CertificatesWork, entry: Served): Promise<Outcome> {
  const { https, loadBalancerId, port } = entry
  const listed = await pass.account.loadBalancers.list(pass.environmentTags)
  const url = listed.find(({ id }) => id === loadBalancerId)?.httpsUrl
  // AWS may list what was just made a little later: until then, people are told the address that they have.
  if (url === undefined) return waiting('Working', 'Waiting for AWS to list HTTPS.', lookSeconds.young)
  const isNew = https.url === undefined
  Object.assign(https, { phase: 'Open', url })
  memory.askedEpoch.set(loadBalancerId, pass.stamp)
  if (isNew) draft.event(balancerLines.httpsOpen, { port })
  return ready
}

const find = (listeners: Listener[], port: number) => listeners.find((one) => one.port === port)

/** First HTTPS answers, then HTTP sends people there. @returns whether anything was changed */
async function open(work: CertificatesWork, entry: Served): Promise<boolean> {
  const { loadBalancerId, targetGroupId, port } = entry
  const { loadBalancers } = work.pass.account
  const listeners = await loadBalancers.listListeners(loadBalancerId)
  let isChanged = await openHttps(work, entry, find(listeners, httpsPort))
  const ensure = async (wanted: number, settings: ListenerSettings) => {
    const present = find(listeners, wanted)
    if (present && isAs(present, settings)) return
    if (present) await loadBalancers.changeListener(present.id, settings)
    else {
      await allow(work, entry, wanted)
      await loadBalancers.createListener({ loadBalancerId, port: wanted, ...settings })
    }
    isChanged = true
  }
  await ensure(httpPort, { protocol: 'HTTP', action: 'redirect' })
  // A port that people name themselves answers as before.
  if (port !== httpPort && port !== httpsPort) await ensure(port, plain(targetGroupId))
  return isChanged
}

const plain = (targetGroupId: string): ListenerSettings => ({
  protocol: 'HTTP',
  action: 'forward',
  targetGroupId,
})

const isAs = (
  { protocol, action, targetGroupId }: Listener,
  wanted: Pick<ListenerSettings, 'protocol' | 'action' | 'targetGroupId'>,
) =>
  protocol === wanted.protocol &&
  action === wanted.action &&
  (action !== 'forward' || targetGroupId === wanted.targetGroupId)

/** Adds certificates that fit before it removes those that no longer do, so that nobody is shown one that does not fit. */
async function openHttps(
  work: CertificatesWork,
  entry: Served,
  present: Listener | undefined,
): Promise<boolean> {
  const { loadBalancerId, targetGroupId, https } = entry
  const { loadBalancers } = work.pass.account
  const [first = '', ...others] = https.certificateIds
  const settings = { protocol: 'HTTPS', action: 'forward', targetGroupId } as const
  if (!present) {
    await allow(work, entry, httpsPort)
    await loadBalancers.createListener({
      loadBalancerId,
      port: httpsPort,
      ...settings,
      certificateId: first,
    })
    const made = find(await loadBalancers.listListeners(loadBalancerId), httpsPort)
    if (made) for (const one of others) await loadBalancers.addCertificate(made.id, one)
    return true
  }
  if (!isAs(present, settings)) {
    await loadBalancers.changeListener(present.id, { ...settings, certificateId: first })
    for (const one of others) await loadBalancers.addCertificate(present.id, one)
    return true
  }
  const { id, certificateIds } = present
  const missing = https.certificateIds.filter((one) => !certificateIds.includes(one))
  const superfluous = certificateIds.filter((one) => !https.certificateIds.includes(one))
  const [shown = ''] = certificateIds
  for (const one of missing) await loadBalancers.addCertificate(id, one)
  if (superfluous.includes(shown))
    await loadBalancers.changeListener(id, { ...settings, certificateId: first })
  for (const one of superfluous) if (one !== shown) await loadBalancers.removeCertificate(id, one)
  return missing.length > 0 || superfluous.length > 0
}

/** First HTTP answers by itself again, then HTTPS goes. */
async function close({ pass }: CertificatesWork, entry: Served): Promise<void> {
  const { loadBalancerId, targetGroupId, port } = entry
  const { loadBalancers } = pass.account
  const listeners = await loadBalancers.listListeners(loadBalancerId)
  const http = find(listeners, httpPort)
  const https = find(listeners, httpsPort)
  if (port === httpPort) {
    if (!http) await loadBalancers.createListener({ loadBalancerId, port, ...plain(targetGroupId) })
    else if (!isAs(http, plain(targetGroupId)))
      await loadBalancers.changeListener(http.id, plain(targetGroupId))
  } else if (http) await loadBalancers.deleteListener(http.id)
  if (https && port === httpsPort) await loadBalancers.changeListener(https.id, plain(targetGroupId))
  else if (https) await loadBalancers.deleteListener(https.id)
}

/** Other load balancers, and the port that people named, may need them. */
async function closeForHttps({ pass, draft }: CertificatesWork, entry: Served): Promise<void> {
  const { loadBalancers } = draft.status
  const network = networkOf(draft.status, entry)
  if (!network) return
  const left = loadBalancers
    .filter(standsIn(network))
    .map((one) => (one === entry ? { ...one, https: undefined } : one))
  await closePorts([httpPort, httpsPort], left, network, pass.account.network)
}

async function allow({ pass, draft }: CertificatesWork, entry: Served, port: number): Promise<void> {
  const loadBalancerSecurityGroupId = networkOf(draft.status, entry)?.loadBalancerSecurityGroupId
  if (loadBalancerSecurityGroupId)
    await pass.account.network.allowIngress(loadBalancerSecurityGroupId, [listenerRule(port)])
}
