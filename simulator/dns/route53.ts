import type { Dns, RecordChange } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newId } from '../ids'
import type { HostedZoneState } from '../state'
import { refusal } from '../refusal'
import { changeRecords, typeOf } from './change-records'
import { recordsOf } from './hosted-zones'
import type { RequestRate } from './request-rate'

/** Route 53 as far as SDO uses it. `rate` refuses what comes too fast, if anything does. */
export function dnsOf(api: AccountApi, rate?: RequestRate): Dns {
  const { world } = api
  const zoneResource = (id: string) => ({ arn: `arn:aws:route53:::hostedzone/${id}` })
  const call = async <T>(...request: Parameters<typeof api.call<T>>): Promise<T> => {
    rate?.take(api.accountNumber)
    return api.call(...request)
  }
  return {
    getZone: (id) =>
      call('route53:GetHostedZone', { on: [zoneResource(id)] }, ({ hostedZones }) => {
        const { name, isPrivate, nameServers } = requireZone(hostedZones, id)
        return { id, name, isPrivate, nameServers }
      }),
    listRecords: (id) =>
      call('route53:ListResourceRecordSets', { on: [zoneResource(id)] }, ({ hostedZones }) =>
        recordsOf(requireZone(hostedZones, id)),
      ),
    changeRecords: (id, changes) =>
      call(
        'route53:ChangeResourceRecordSets',
        { on: [{ ...zoneResource(id), context: contextOf(changes) }] },
        (account) => {
          changeRecords(requireZone(account.hostedZones, id), changes)
          const now = world.clock.now()
          const changeId = newId('change', world.random)
          for (const [earlier, { inSyncEpoch }] of Object.entries(account.recordChanges))
            if (inSyncEpoch < now - forgottenMs) Reflect.deleteProperty(account.recordChanges, earlier)
          account.recordChanges[changeId] = { inSyncEpoch: now + world.timings.recordSyncMs }
          return changeId
        },
      ),
    isInSync: (changeId) =>
      call(
        'route53:GetChange',
        { on: [{ arn: `arn:aws:route53:::change/${changeId}` }] },
        ({ recordChanges }) => (recordChanges[changeId]?.inSyncEpoch ?? 0) <= world.clock.now(),
      ),
  }
}

/** How long it tells of a change. */
const forgottenMs = 24 * 60 * 60_000

const contextOf = (changes: RecordChange[]) => ({
  'route53:ChangeResourceRecordSetsRecordTypes': [...new Set(changes.map(({ record }) => typeOf(record)))],
  'route53:ChangeResourceRecordSetsActions': [...new Set(changes.map(({ action }) => action.toUpperCase()))],
  'route53:ChangeResourceRecordSetsNormalizedRecordNames': changes.map(({ record }) =>
    record.name.replaceAll('*', '\\052'),
  ),
})

function requireZone(zones: Record<string, HostedZoneState>, id: string): HostedZoneState {
  const zone = zones[id]
  if (!zone) throw refusal('NoSuchHostedZone', `No hosted zone found with ID: ${id}`)
  return zone
}
