import { ownerOf } from '../dns/hosted-zones'
import { removeThing } from '../things'
import { removeFrom, type EntriesOf } from './thing'

/** Hosted zones and their records. */
export const dnsThings = {
  hostedZones: ({ hostedZones }) =>
    Object.values(hostedZones).map(({ id }) => ({ id, remove: () => removeThing(hostedZones, id) })),
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
