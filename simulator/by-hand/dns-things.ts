import { ownerOf } from '../dns/hosted-zones'
import { removeFrom, everyOf, type EntriesOf } from './thing'

/** Hosted zones and their records. */
export const dnsThings = {
  hostedZones: ({ hostedZones }) => everyOf(hostedZones),
  dnsRecord: ({ hostedZones }) =>
    Object.values(hostedZones).flatMap((zone) =>
      zone.records.map((record) => ({
        id: `${zone.id}/record/${record.name}/${record.type}`,
        tags: ownerOf(record),
        remove: () => removeFrom(zone.records, record),
      })),
    ),
  // Nothing but the memory of AWS.
  recordChanges: () => [],
} satisfies Record<string, EntriesOf>
