import { isDeepStrictEqual } from 'node:util'
import {
  CloudError,
  mostRecordChanges,
  type AliasRecord,
  type RecordChange,
  type ZoneRecord,
} from '../../cloud'
import type { HostedZoneState } from '../state'
import { isWithin } from './hosted-zones'

/** Makes all changes of a batch or none, as Route 53 does. @throws CloudError invalid */
export function changeRecords(zone: HostedZoneState, changes: RecordChange[]): void {
  if (changes.length === 0 || changes.length > mostRecordChanges)
    throw new CloudError('invalid', `A batch has 1 to ${mostRecordChanges} changes.`)
  let records = zone.records
  for (const { action, record } of changes)
    records = action === 'create' ? withRecord(zone, records, record) : withoutRecord(records, record)
  zone.records = records
}

const describe = ({ name }: AliasRecord) => `[name='${name}.', type='A']`

function withRecord(zone: HostedZoneState, records: ZoneRecord[], record: AliasRecord): ZoneRecord[] {
  const { name, target } = record
  if (!isWithin(name, zone.name))
    throw new CloudError('invalid', `RRSet with DNS name ${name}. is not permitted in zone ${zone.name}.`)
  const same = records.filter((other) => other.name === name)
  if (same.some(({ type }) => type === 'A'))
    throw new CloudError(
      'invalid',
      `Tried to create resource record set ${describe(record)} but it already exists.`,
    )
  if (same.some(({ type }) => type === 'CNAME'))
    throw new CloudError(
      'invalid',
      `RRSet of type A with DNS name ${name}. is not permitted because a conflicting RRSet of type CNAME with the same DNS name already exists.`,
    )
  return [...records, { name, type: 'A', values: [], alias: target }]
}

function withoutRecord(records: ZoneRecord[], record: AliasRecord): ZoneRecord[] {
  const present = records.find(({ name, type }) => name === record.name && type === 'A')
  if (!present)
    throw new CloudError(
      'invalid',
      `Tried to delete resource record set ${describe(record)} but it was not found.`,
    )
  if (!isDeepStrictEqual(present.alias, record.target))
    throw new CloudError(
      'invalid',
      `Tried to delete resource record set ${describe(record)} but the values provided do not match the current values.`,
    )
  return records.filter((other) => other !== present)
}
