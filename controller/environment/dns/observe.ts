import { nameLines } from '../../../core/environment-log/name-lines'
import type { DnsRecordStatus } from '../../../core/resources/environment'
import type { Listing } from '../../zone-records/zone-records'
import { joinOutcomes, ready, waiting, type Outcome } from '../../reconcile/outcome'
import type { Learned, Work } from '../concern'
import { listingSeconds, lookSeconds, markTaken } from './carry-out'
import { addressAmong, isOurs, isSameTarget } from './ownership'
import { refusalOf } from './refusal'
import type { LinkedZone } from '../linked/linked-zones'

/** Learns which changes every name server knows, and whether what was there is there still. */
export async function observe(work: Work): Promise<Learned> {
  const { draft, pass } = work
  const outcomes: Outcome[] = []
  for (const zone of pass.linked.zones.values())
    try {
      await followChanges(work, zone)
      await lookForEdits(work, zone)
    } catch (error) {
      outcomes.push(refusalOf(error, zone, pass.limits))
    }
  const isMoving = draft.status.dns?.records.some(({ changeId }) => changeId !== undefined)
  return {
    outcome: joinOutcomes([
      ...outcomes,
      isMoving ? waiting('Working', 'Waiting until all name servers know the names.', lookSeconds) : ready,
    ]),
  }
}

const recordsIn = ({ draft }: Work, { name }: LinkedZone): DnsRecordStatus[] =>
  (draft.status.dns?.records ?? []).filter(({ hostedZone }) => hostedZone === name)

async function followChanges(work: Work, zone: LinkedZone): Promise<void> {
  const { zoneRecords } = work.pass.dependencies
  const moving = recordsIn(work, zone).filter(({ changeId }) => changeId !== undefined)
  for (const id of new Set(moving.map(({ changeId = '' }) => changeId)))
    if (await zoneRecords.isInSync(zone.address, id))
      for (const record of moving) if (record.changeId === id) conclude(work, record)
}

function conclude({ pass, draft }: Work, record: DnsRecordStatus): void {
  const { dns } = draft.status
  delete record.changeId
  if (record.phase === 'Removing') {
    if (dns) dns.records = dns.records.filter((one) => one !== record)
    draft.event(nameLines.gone, record)
    return
  }
  delete record.former
  Object.assign(record, { phase: 'Present', seenEpoch: pass.now })
  draft.event(nameLines.present, record)
}

async function lookForEdits(work: Work, zone: LinkedZone): Promise<void> {
  const { pass } = work
  const records = recordsIn(work, zone).filter(({ phase }) => phase === 'Present' || phase === 'Taken')
  if (records.length === 0) return
  const isTaken = records.some(({ phase }) => phase === 'Taken')
  const seconds = pass.isExaminationDue ? 0 : isTaken ? listingSeconds.taken : listingSeconds.usual
  // What was just made needs no look.
  if (records.every(({ seenEpoch = 0 }) => !pass.hasPassed(seconds, seenEpoch))) return
  const listing = await pass.dependencies.zoneRecords.list(zone.address, pass.now - seconds * 1000)
  if (listing) for (const record of records) await mend(work, record, listing)
}

/** Makes a record as it was that somebody deleted or changed by hand; leaves it alone where its name is somebody else's by now. */
async function mend(work: Work, record: DnsRecordStatus, listing: Listing): Promise<void> {
  const { pass, draft } = work
  if ((record.seenEpoch ?? 0) >= listing.epoch) return
  const present = addressAmong(listing.recordsAt(record.name))
  const ours = present && isOurs(pass.environment.metadata.name, record, present) ? present.alias : undefined
  if (present && !ours) {
    if (record.phase !== 'Taken') await markTaken(work, record, present)
    return
  }
  if (ours && isSameTarget(ours, record.target)) {
    delete record.message
    Object.assign(record, { phase: 'Present', seenEpoch: listing.epoch })
    return
  }
  if (record.phase === 'Present') draft.event(nameLines.changed, record)
  delete record.message
  Object.assign(record, { phase: 'Creating', ...(ours && { former: ours }) })
}
