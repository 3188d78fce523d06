import { isDeepStrictEqual } from 'node:util'
import {
  isCname,
  mostRecordChanges,
  type AliasRecord,
  type CnameRecord,
  type RecordChange,
  type ZoneRecord,
} from '../../controller/cloud/cloud'
import type { HostedZoneState } from '../state'
import { refusal } from '../refusal'
import { isWithin } from './hosted-zones'

type Changed = AliasRecord | CnameRecord

/** Makes all changes of a batch or none, as Route 53 does. @throws CloudError invalid */
export function changeRecords(zone: HostedZoneState, changes: RecordChange[]): void {
  if (changes.length === 0 || changes.length > mostRecordChanges)
    throw refusal('InvalidInput', `A batch has 1 to ${mostRecordChanges} changes.`)
  let records = zone.records
  for (const { action, record } of changes)
    records = action === 'create' ? withRecord(zone, records, record) : withoutRecord(records, record)
  zone.records = records
}

export const typeOf = (record: Changed): 'A' | 'CNAME' => (isCname(record) ? 'CNAME' : 'A')

const describe = (record: Changed) => `[name='${record.name}.', type='${typeOf(record)}']`

const stateOf = (record: Changed): ZoneRecord =>
  isCname(record)
    ? { name: record.name, type: 'CNAME', values: [`${record.value}.`], ttl: record.ttl }
    : { name: record.name, type: 'A', values: [], alias: record.target }

function withRecord(zone: HostedZoneState, records: ZoneRecord[], record: Changed): ZoneRecord[] {
  const { name } = record
  const type = typeOf(record)
  if (!isWithin(name, zone.name))
    throw refusal('InvalidChangeBatch', `RRSet with DNS name ${name}. is not permitted in zone ${zone.name}.`)
  const same = records.filter((other) => other.name === name)
  if (same.some((other) => other.type === type))
    throw refusal(
      'InvalidChangeBatch',
      `Tried to create resource record set ${describe(record)} but it already exists.`,
    )
  const conflict = same.find((other) => type === 'CNAME' || other.type === 'CNAME')
  if (conflict)
    throw refusal(
      'InvalidChangeBatch',
      `RRSet of type ${type} with DNS name ${name}. is not permitted because a conflicting RRSet of type ${conflict.type} with the same DNS name already exists.`,
    )
  return [...records, stateOf(record)]
}

function withoutRecord(records: ZoneRecord[], record: Changed): ZoneRecord[] {
  const present = records.find(({ name, type }) => name === record.name && type === typeOf(record))
  if (!present)
    throw refusal(
      'InvalidChangeBatch',
      `Tried to delete resource record set ${describe(record)} but it was not found.`,
    )
  if (!isDeepStrictEqual(present, stateOf(record)))
    throw refusal(
      'InvalidChangeBatch',
      `Tried to delete resource record set ${describe(record)} but the values provided do not match the current values.`,
    )
  return records.filter((other) => other !== present)
}
