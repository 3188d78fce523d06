import { nameLines } from '../../../core/environment-log/name-lines'
import type { DnsRecordStatus } from '../../../core/resources/environment'
import { CloudError, type RecordChange, type ZoneRecord } from '../../cloud/cloud'
import { joinOutcomes, ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import type { Learned, Work } from '../concern'
import { describeTaker } from './describe-taker'
import { addressAmong, isOurs, isSameTarget } from './ownership'
import { refusalOf } from './refusal'
import type { LinkedZone } from '../linked/linked-zones'

/** How long between looks while names are on their way. */
export const lookSeconds = 0.5
/** Longest age of a zone's listing: where all names are there, and where somebody else has one of them. */
export const listingSeconds = { usual: 300, taken: 30 }

/** Makes the names that are written down, and takes away those that go: all of a zone at once. */
export async function carryOut(work: Work): Promise<Learned> {
  const { pass, draft } = work
  const unmade = (draft.status.dns?.records ?? []).filter(isUnmade)
  const outcomes: Outcome[] = []
  for (const name of new Set(unmade.map(({ hostedZone }) => hostedZone))) {
    const zone = pass.linked.zones.get(name)
    const records = unmade.filter(({ hostedZone }) => hostedZone === name)
    outcomes.push(zone ? await changeZone(work, zone, records) : notThere(work, records))
  }
  return { outcome: joinOutcomes(outcomes) }
}

const isUnmade = ({ phase, changeId }: DnsRecordStatus) =>
  changeId === undefined && (phase === 'Creating' || phase === 'Removing')

const notThere = ({ pass }: Work, [record]: DnsRecordStatus[]): Outcome =>
  waiting(
    'AccountNotReady',
    `The hosted zone of ${record?.name} is no longer associated.`,
    pass.limits.stalledSeconds,
  )

async function changeZone(work: Work, zone: LinkedZone, records: DnsRecordStatus[]): Promise<Outcome> {
  const { pass } = work
  const { zoneRecords } = pass.dependencies
  try {
    if (!(await markTakenBesides(work, zone, records)))
      return waiting('Working', 'Reading the hosted zone.', lookSeconds)
    const free = records.filter(isUnmade)
    if (free.length === 0) return ready
    const changeId = await zoneRecords.submit(
      zone.address,
      pass.environment.metadata.name,
      free.flatMap(changesOf),
    )
    if (changeId === undefined) return waiting('Working', 'Changing names.', lookSeconds / 2)
    for (const record of free) Object.assign(record, { changeId, seenEpoch: pass.now })
    return ready
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    // Its names went with the zone.
    if (error.kind === 'not-found')
      forget(work, (one) => one.hostedZone === zone.name && one.phase === 'Removing')
    if (error.kind !== 'invalid') return refusalOf(error, zone, pass.limits)
    try {
      return await settleAll(work, zone, records.filter(isUnmade), error)
    } catch (failure) {
      return refusalOf(failure, zone, pass.limits)
    }
  }
}

/**
 * Finds names at which somebody has an address of IPv6 alone. Route 53 would make ours beside it, and where visitors come out would depend on
 * their network.
 *
 * @returns false while the zone cannot be read
 */
async function markTakenBesides(work: Work, zone: LinkedZone, records: DnsRecordStatus[]): Promise<boolean> {
  const { now, dependencies } = work.pass
  const begun = records.filter(({ phase, former }) => phase === 'Creating' && former === undefined)
  if (begun.length === 0) return true
  const listing = await dependencies.zoneRecords.list(zone.address, now - listingSeconds.usual * 1000)
  for (const record of listing ? begun : []) {
    const present = addressAmong(listing?.recordsAt(record.name) ?? [])
    if (present?.type === 'AAAA') await markTaken(work, record, present)
  }
  return listing !== undefined
}

/** AWS says no more than that something is not as it should be. */
async function settleAll(
  work: Work,
  zone: LinkedZone,
  records: DnsRecordStatus[],
  refusal: CloudError,
): Promise<Outcome> {
  const { pass } = work
  const listing = await pass.dependencies.zoneRecords.list(zone.address, pass.now, 'settle')
  if (!listing) return waiting('Working', 'Reading the hosted zone.', lookSeconds)
  const settled: boolean[] = []
  for (const record of records) settled.push(await settle(work, record, listing.recordsAt(record.name)))
  if (settled.some(Boolean)) return waiting('Working', 'Changing names.', pass.limits.actSeconds)
  // Nothing is in its way: it will not do for another reason.
  return stalled('CloudError', `AWS refuses the names. ${refusal.message}`, pass.limits.stalledSeconds)
}

const changesOf = ({ phase, name, target, former }: DnsRecordStatus): RecordChange[] =>
  phase === 'Removing'
    ? [{ action: 'delete', record: { name, target } }]
    : [
        ...(former ? [{ action: 'delete' as const, record: { name, target: former } }] : []),
        { action: 'create', record: { name, target } },
      ]

/** Brings a refused intent in line with what is at its name. @returns whether that changes anything */
async function settle(work: Work, record: DnsRecordStatus, found: ZoneRecord[]): Promise<boolean> {
  const { pass } = work
  const present = addressAmong(found)
  const ours = present && isOurs(pass.environment.metadata.name, record, present) ? present.alias : undefined
  if (record.phase === 'Removing') {
    if (!ours) forget(work, (one) => one === record)
    else if (isSameTarget(ours, record.target)) return false
    else record.target = ours
    return true
  }
  if (present && !ours) return markTaken(work, record, present)
  if (ours && isSameTarget(ours, record.target)) {
    delete record.former
    Object.assign(record, { phase: 'Present', seenEpoch: pass.now })
    return true
  }
  if (isSameTarget(ours, record.former)) return false
  if (ours) record.former = ours
  else delete record.former
  return true
}

/** Notes that a name is somebody else's. */
export async function markTaken(work: Work, record: DnsRecordStatus, present: ZoneRecord): Promise<true> {
  const taken = { name: record.name, taker: await describeTaker(work, present) }
  delete record.former
  delete record.changeId
  Object.assign(record, { phase: 'Taken', message: nameLines.taken.text(taken) })
  work.draft.event(nameLines.taken, taken)
  return true
}

function forget({ draft }: Work, isGone: (record: DnsRecordStatus) => boolean): void {
  const { dns } = draft.status
  if (dns) dns.records = dns.records.filter((record) => !isGone(record))
}
