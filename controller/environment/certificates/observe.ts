import { certificateLines } from '../../../core/environment-log/name-lines'
import type { CertificateStatus } from '../../../core/resources/environment'
import { CloudError } from '../../cloud/cloud'
import { joinOutcomes, ready, waiting, type Outcome } from '../../reconcile/outcome'
import type { Learned } from '../concern'
import { refusalOf } from '../dns/refusal'
import type { LinkedZone } from '../linked/linked-zones'
import {
  certificatesOf,
  type CertificatesWork,
  isDue,
  lookSeconds,
  moveTo,
  newToken,
  outcomeOf,
  settledSeconds,
} from './certificate-work'
import { describeFailure, refuse } from './refusal'
import { phaseFor, record, uniqueValidations } from './validations'

/** Longest age of a zone's listing: where all records are there, and where somebody else has one of them. */
const listingSeconds = { usual: 300, taken: 30 }
/** How long a certificate is looked at often. */
const youngSeconds = 300

/** Learns how far certificates are, and whether what validates them is still there. */
export async function observe(work: CertificatesWork): Promise<Learned> {
  const outcomes: Outcome[] = []
  for (const certificate of [...certificatesOf(work)])
    if (certificate.certificateId !== undefined && ['Validating', 'Issued'].includes(certificate.phase))
      outcomes.push(await outcomeOf(work, () => look(work, certificate, certificate.certificateId ?? '')))
  for (const zone of work.pass.linked.zones.values()) outcomes.push(await lookForEdits(work, zone))
  return { outcome: joinOutcomes(outcomes) }
}

async function look(work: CertificatesWork, certificate: CertificateStatus, id: string): Promise<Outcome> {
  const { pass, draft } = work
  const isValidating = certificate.phase === 'Validating'
  const seconds = isValidating ? secondsWhileValidating(work, certificate) : settledSeconds(work)
  const pending = isValidating ? waiting('Working', waitingMessage(certificate), seconds) : ready
  if (!isDue(work, id, isValidating && certificate.validations.length === 0 ? 0 : seconds * 0.9))
    return pending
  try {
    const found = await pass.account.certificates.get(id)
    for (const record of uniqueValidations(found.validations))
      if (!certificate.validations.some(({ name, value }) => name === record.name && value === record.value))
        certificate.validations.push({ ...record, phase: 'Creating' })
    if (found.state === 'failed') {
      refuse(work, certificate, describeFailure(found.failure))
      return ready
    }
    if (found.state === 'pending') return pending
    certificate.expiresEpoch = found.expiresEpoch
    if (isValidating) {
      moveTo(work, certificate, 'Issued')
      delete certificate.refusals
      delete certificate.message
      delete certificate.reason
      draft.event(certificateLines.issued, certificate)
    }
    return ready
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    // One that was just asked for may not be known everywhere.
    const isKnownByNow = pass.hasPassed(pass.limits.visibilitySeconds, certificate.sinceEpoch)
    if (isValidating && !isKnownByNow) return pending
    startAnew(work, certificate)
    return ready
  }
}

const secondsWhileValidating = ({ pass }: CertificatesWork, { sinceEpoch }: CertificateStatus): number =>
  pass.hasPassed(youngSeconds, sinceEpoch) ? lookSeconds.old : lookSeconds.young

const waitingMessage = ({ wildcard, validations }: CertificateStatus): string =>
  validations.length === 0
    ? `Waiting for AWS to say how ${wildcard} is validated.`
    : `Waiting for AWS to find what validates ${wildcard}.`

/** Asks for the certificate anew. The records that validated the one which is gone validate the next one. */
function startAnew(work: CertificatesWork, certificate: CertificateStatus): void {
  delete certificate.certificateId
  delete certificate.expiresEpoch
  certificate.token = newToken()
  moveTo(work, certificate, 'Requesting')
  work.draft.event(certificateLines.gone, certificate)
}

async function lookForEdits(work: CertificatesWork, zone: LinkedZone): Promise<Outcome> {
  const { pass } = work
  const validations = certificatesOf(work)
    .filter(({ hostedZone, phase }) => hostedZone === zone.name && phase !== 'Removing')
    .flatMap((certificate) => certificate.validations)
    .filter(({ phase }) => phase !== 'Creating' && phase !== 'Removing')
  if (validations.length === 0) return ready
  const isTaken = validations.some(({ phase }) => phase === 'Taken')
  const seconds = pass.isExaminationDue ? 0 : isTaken ? listingSeconds.taken : listingSeconds.usual
  if (validations.every(({ seenEpoch = 0 }) => !pass.hasPassed(seconds, seenEpoch))) return ready
  try {
    const listing = await pass.dependencies.zoneRecords.list(zone.address, pass.now - seconds * 1000)
    if (listing)
      for (const validation of validations) {
        if ((validation.seenEpoch ?? 0) >= listing.epoch) continue
        const phase = phaseFor(validation, listing.recordsAt(validation.name))
        if (phase === undefined) validation.phase = 'Creating'
        else record(work, validation, { phase, seenEpoch: listing.epoch })
      }
    return ready
  } catch (error) {
    return refusalOf(error, zone, pass.limits)
  }
}
