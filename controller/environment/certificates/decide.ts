import { isDeepStrictEqual } from 'node:util'
import { closestCover, covers } from '../../../core/dns/dns-names'
import type {
  CertificateStatus,
  HostedZoneLink,
  LoadBalancerStatus,
} from '../../../core/resources/environment'
import { isShared } from '../../../core/resources/leading-balancers'
import { isToGo } from '../../../core/resources/metadata'
import { findCondition } from '../../../core/resources/find-condition'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import { settlingSeconds, type Learned } from '../concern'
import { wantedNames } from '../dns/wanted-names'
import { isSamePort, type ExposedPort } from '../workload/exposed-ports'
import { isOfSlot } from '../workload/listener-ports'
import { isUsable } from '../workload/certificate-cover'
import { certificatesOf, type CertificatesWork, lookSeconds, moveTo, newToken } from './certificate-work'
import { refusedOutcome, secondsToRetry } from './refusal'
import { noteUnneeded, namesOf, sharedNames, type Named } from './shared-balancer/known-names'
import { heldLinks, isAnyNamed, wantedCertificates, type WantedCertificate } from './wanted-certificates'

/** So long a new name waits for its certificate, where the names before it are served on HTTPS. AWS takes minutes. */
const patienceSeconds = 1800

/** Writes down which certificates are to be there, and which load balancers are to show them. */
export function decide(work: CertificatesWork): Learned {
  const { pass, draft } = work
  const isGoing = isToGo(pass.environment.metadata)
  const links = isGoing ? [] : (pass.environment.spec.hostedZoneLinks ?? [])
  if (links.length === 0 && !draft.status.certificates && !isAnyNamed(draft.status)) return {}
  const wanted = wantedCertificates(work, links)
  for (const one of wanted) writeDown(work, one)
  const held = heldLinks(work, links)
  noteUnneeded(work, held)
  const named = sharedNames(work, held)
  if (!isGoing) for (const entry of draft.status.loadBalancers) decideHttps(work, entry, held, named)
  if (settlingSeconds(pass, work) === 0) removeUnneeded(work, wanted, isGoing)
  if (certificatesOf(work).length === 0 && wanted.length === 0) delete draft.status.certificates
  const outcome = overallOutcome(work)
  if (outcome.kind === 'ready') sayReady(work, wanted)
  return { outcome }
}

function writeDown(work: CertificatesWork, wanted: WantedCertificate): void {
  const { pass, draft } = work
  const certificates = (draft.status.certificates ??= [])
  const present = certificates.find((one) => isFor(one, wanted))
  if (present) {
    const isRetried =
      present.phase === 'Refused' &&
      present.certificateId === undefined &&
      (pass.isExaminationDue || secondsToRetry(work, present) <= 0)
    if (isRetried) {
      present.token = newToken()
      moveTo(work, present, 'Requesting')
    }
    return
  }
  certificates.push({
    ...wanted,
    token: newToken(),
    phase: 'Requesting',
    sinceEpoch: pass.stamp,
    validations: [],
  })
}

const isFor = (certificate: CertificateStatus, { hostedZone, wildcard }: WantedCertificate) =>
  certificate.hostedZone === hostedZone &&
  certificate.wildcard === wildcard &&
  certificate.phase !== 'Removing'

/**
 * HTTPS is for load balancers of which every name has its certificate. Names that are yet to be made wait for theirs, unless it does not come:
 * then HTTPS goes, so that nobody is sent where no certificate fits.
 */
function decideHttps(
  work: CertificatesWork,
  entry: LoadBalancerStatus,
  links: HostedZoneLink[],
  named: Named,
): void {
  const { present, coming } = namesBehind(work, entry, links, named)
  const certificateOf = (name: string) => usableFor(work, name)
  const isServable =
    present.length > 0 && present.every(certificateOf) && !coming.some((name) => isGivenUp(work, name))
  const { loadBalancerId, url, https } = entry
  if (!isServable) {
    if (https) https.phase = 'Closing'
    return
  }
  if (loadBalancerId === undefined || url === undefined) return
  const ids = [...present, ...coming].flatMap((name) => certificateOf(name)?.certificateId ?? [])
  const certificateIds = [...new Set(ids)]
  const isSame =
    https?.loadBalancerId === loadBalancerId &&
    https.phase !== 'Closing' &&
    isDeepStrictEqual([...https.certificateIds].sort(), [...certificateIds].sort())
  if (!isSame)
    entry.https = { loadBalancerId, phase: 'Opening', certificateIds, ...(https?.url && { url: https.url }) }
}

/** The names by which a load balancer answers, or may have been asked until now, and those that are wanted. */
function namesBehind(
  { pass, draft }: CertificatesWork,
  entry: LoadBalancerStatus,
  links: HostedZoneLink[],
  named: Named,
): { present: string[]; coming: string[] } {
  const { dns, loadBalancers } = draft.status
  const wanted = wantedNames(pass.goal, links, pass.linked.zones, [])
  const records = (dns?.records ?? []).filter(({ phase }) => phase !== 'Taken')
  const isBehind = (one: ExposedPort) =>
    isShared(entry) ? isOfSlot(one, entry, loadBalancers) : isSamePort(one, entry)
  const led = records.filter(isBehind).map(({ name }) => name)
  const known = new Set(entry.hosts?.map(({ name }) => name))
  const remembered = isShared(entry)
    ? namesOf(entry, loadBalancers, named).filter((name) => known.has(name))
    : []
  return {
    present: [...new Set([...led, ...remembered])],
    coming: wanted.filter(isBehind).map(({ name }) => name),
  }
}

/** The certificate that a name is served with. */
const usableFor = (work: CertificatesWork, name: string) =>
  closestCover(certificatesOf(work).filter(isUsable), name)

function isGivenUp(work: CertificatesWork, name: string): boolean {
  const own = certificatesOf(work).filter(
    ({ phase, wildcard }) => phase !== 'Removing' && covers(wildcard, name),
  )
  return (
    own.length > 0 &&
    own.every(
      (one) =>
        !isUsable(one) &&
        (one.refusals !== undefined || work.pass.hasPassed(patienceSeconds, one.sinceEpoch)),
    )
  )
}

/** Once no name needs it, and no load balancer shows it. */
function removeUnneeded(work: CertificatesWork, wanted: WantedCertificate[], isGoing: boolean): void {
  const { loadBalancers, dns } = work.draft.status
  for (const certificate of certificatesOf(work)) {
    const { phase, certificateId, hostedZone, wildcard } = certificate
    if (phase === 'Removing' || wanted.some((one) => isFor(certificate, one))) continue
    const isShown = loadBalancers.some(
      ({ https }) => certificateId !== undefined && https?.certificateIds.includes(certificateId),
    )
    const isNeeded = dns?.records.some(
      (record) =>
        record.hostedZone === hostedZone &&
        record.phase !== 'Taken' &&
        covers(wildcard, record.name) &&
        (usableFor(work, record.name) ?? certificate) === certificate,
    )
    if (isGoing || (!isShown && !isNeeded)) moveTo(work, certificate, 'Removing')
  }
}

function overallOutcome(work: CertificatesWork): Outcome {
  const refused = refusedOutcome(work)
  if (refused) return refused
  const certificates = certificatesOf(work)
  const taken = certificates.flatMap(({ validations }) => validations).find(({ phase }) => phase === 'Taken')
  if (taken)
    return {
      kind: 'stalled',
      reason: 'NameTaken',
      message: `The name ${taken.name}, by which AWS validates a certificate, is taken by another record. SDO does not overwrite it. Delete it.`,
      seconds: lookSeconds.old,
    }
  const isUnderWay = certificates.some(
    ({ phase, validations }) =>
      phase === 'Requesting' ||
      validations.some((one) => one.phase === 'Creating' || one.phase === 'Removing'),
  )
  const isGoing = certificates.some(({ phase }) => phase === 'Removing')
  const isChanging = work.draft.status.loadBalancers.some(({ https }) => https && https.phase !== 'Open')
  if (isUnderWay || isChanging || isGoing)
    return waiting('Working', 'Requesting and validating certificates.', lookSeconds.young / 4)
  return ready
}

function sayReady({ draft }: CertificatesWork, wanted: WantedCertificate[]): void {
  const certificates = draft.status.certificates ?? []
  if (certificates.some(({ phase }) => phase !== 'Issued')) return
  if (certificates.length === 0 && !findCondition(draft.status.conditions, 'CertificateReady')) return
  draft.condition({
    type: 'CertificateReady',
    status: 'True',
    reason: 'Ready',
    message:
      wanted.length === 0
        ? 'No name needs a certificate.'
        : `AWS issued certificates for ${wanted.map(({ wildcard }) => wildcard).join(', ')}.`,
  })
}
