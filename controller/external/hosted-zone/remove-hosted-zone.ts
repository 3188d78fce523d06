import type { HostedZone } from '../../../core/resources/hosted-zone'
import type { ReconcileResult } from '../../runtime/controller-loop'
import { listHolders, recheckSeconds } from '../wait-for-environments'
import { writeHostedZoneStatus, type HostedZoneDependencies } from './hosted-zone-status'

/** Lets the zone go once no environment has names in it, or will. Nothing else of ours is ever in a zone. */
export async function removeHostedZone(
  zone: HostedZone,
  dependencies: HostedZoneDependencies,
): Promise<ReconcileResult> {
  const isIt = ({ hostedZone }: { hostedZone: string }) => hostedZone === zone.metadata.name
  const { names, isStuck } = await listHolders(
    dependencies.store,
    ({ spec, status }) =>
      spec.hostedZoneLinks?.some(isIt) || status?.dns?.records.some(isIt) || status?.certificates?.some(isIt),
    'NamesReady',
  )
  if (names.length === 0) {
    await dependencies.store.dropFinalizer('HostedZone', zone)
    return {}
  }
  await writeHostedZoneStatus(zone, dependencies, {
    phase: isStuck ? 'DELETION_FAILURE' : 'DELETING',
    message: isStuck
      ? `The names of these environments cannot be taken away, because SDO cannot use its role for names: ${names.join(', ')}. Apply the current template of the account again.`
      : `Waiting for the names of these environments to be taken away: ${names.join(', ')}.`,
  })
  return { requeueAfterSeconds: recheckSeconds }
}
