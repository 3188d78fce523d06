import { certificateLines } from '../../../core/environment-log/name-lines'
import { validationTtlSeconds } from '../../../core/aws/ownership'
import type { CertificateStatus, ValidationStatus } from '../../../core/resources/environment'
import { CloudError, type RecordChange, type ValidationRecord, type ZoneRecord } from '../../cloud/cloud'
import { waiting, type Outcome } from '../../reconcile/outcome'
import { refusalOf } from '../dns/refusal'
import type { Listing } from '../../zone-records/zone-records'
import type { LinkedZone } from '../linked/linked-zones'
import { certificatesOf, lookSeconds, type CertificatesWork } from './certificate-work'

interface Change {
  certificate: CertificateStatus
  validation: ValidationStatus
}

/** A name with a star and one without have the same. */
export const uniqueValidations = (validations: ValidationRecord[]): ValidationRecord[] => [
  ...new Map(validations.map((one) => [one.name, one])).values(),
]

/** Makes the records that are written down, and takes away those that go: all of a zone at once. */
export async function changeValidations(work: CertificatesWork): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const changes = certificatesOf(work).flatMap((certificate) =>
    certificate.validations
      .filter(({ phase }) => phase === 'Creating' || phase === 'Removing')
      .map((validation): Change => ({ certificate, validation })),
  )
  for (const name of new Set(changes.map(({ certificate }) => certificate.hostedZone))) {
    const zone = work.pass.linked.zones.get(name)
    const own = changes.filter(({ certificate }) => certificate.hostedZone === name)
    outcomes.push(zone ? await changeZone(work, zone, own) : notThere(work))
  }
  return outcomes
}

const notThere = ({ pass }: CertificatesWork): Outcome =>
  waiting(
    'AccountNotReady',
    'The hosted zone that validates a certificate is no longer associated.',
    pass.limits.stalledSeconds,
  )

async function changeZone(work: CertificatesWork, zone: LinkedZone, changes: Change[]): Promise<Outcome> {
  const { pass } = work
  const { zoneRecords, clock } = pass.dependencies
  try {
    const made = await zoneRecords.submit(zone.address, pass.environment.metadata.name, requestOf(changes))
    if (made === undefined) return waiting('Working', 'Changing validation records.', lookSeconds.young / 4)
    for (const change of changes) conclude(change, clock.now())
    return waiting('Working', 'Validation records were changed.', pass.limits.actSeconds)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    // Its records went with the zone.
    if (error.kind === 'not-found')
      for (const change of changes) if (change.validation.phase === 'Removing') forget(change)
    if (error.kind !== 'invalid') return refusalOf(error, zone, pass.limits)
  }
  try {
    const listing = await zoneRecords.list(zone.address, pass.now, 'settle')
    if (listing) for (const change of changes) settle(work, change, listing)
    return waiting('Working', 'Reading the hosted zone.', lookSeconds.young / 2)
  } catch (error) {
    return refusalOf(error, zone, pass.limits)
  }
}

/** Two certificates may ask for one record, and one go while another comes: what stays counts. */
function requestOf(changes: Change[]): RecordChange[] {
  const byName = new Map<string, RecordChange>()
  for (const { validation } of changes) {
    const { name, value, phase } = validation
    if (phase === 'Removing' && byName.has(name)) continue
    const action = phase === 'Removing' ? 'delete' : 'create'
    byName.set(name, { action, record: { name, value, ttl: validationTtlSeconds } })
  }
  return [...byName.values()]
}

function conclude(change: Change, now: number): void {
  if (change.validation.phase === 'Removing') forget(change)
  else Object.assign(change.validation, { phase: 'Present', seenEpoch: now })
}

function forget({ certificate, validation }: Change): void {
  certificate.validations = certificate.validations.filter((one) => one !== validation)
}

/** The phase of a record of ours, by what stands at its name; undefined where nothing does. */
export function phaseFor(
  { name, value }: ValidationRecord,
  found: ZoneRecord[],
): ValidationStatus['phase'] | undefined {
  const [record] = found.filter((one) => one.name === name)
  if (!record) return undefined
  const isSame =
    record.type === 'CNAME' && record.values.some((one) => one.replace(/\.$/, '').toLowerCase() === value)
  if (!isSame) return 'Taken'
  return record.ttl === validationTtlSeconds ? 'Present' : 'Foreign'
}

/** Brings a refused intent in line with what is at its name. */
function settle(work: CertificatesWork, change: Change, listing: Listing): void {
  const { validation } = change
  const phase = phaseFor(validation, listing.recordsAt(validation.name))
  if (validation.phase === 'Removing') {
    // Ours is tried again.
    if (phase !== 'Present') forget(change)
  } else if (phase !== undefined) record(work, validation, { phase, seenEpoch: listing.epoch })
}

/** Takes over what is at the name of a record that is wanted. */
export function record(
  { draft }: CertificatesWork,
  validation: ValidationStatus,
  seen: Required<Pick<ValidationStatus, 'phase' | 'seenEpoch'>>,
) {
  if (seen.phase === 'Taken' && validation.phase !== 'Taken')
    draft.event(certificateLines.validationTaken, validation)
  Object.assign(validation, seen)
}
