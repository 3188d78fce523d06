import type { Environment } from '../../../core/resources/environment'
import type { HostedZone } from '../../../core/resources/hosted-zone'
import type { ReconcileResult } from '../../runtime/controller-loop'
import type { ResourceStore } from '../../store/store'
import { findCondition } from '../../runtime/conditions'
import type { HostedZoneDependencies } from './dependencies'
import { writeHostedZoneStatus } from './hosted-zone-status'

const recheckSeconds = 10

/** Lets the zone go once no environment has names in it, or will. Nothing else of ours is ever in a zone. */
export async function removeHostedZone(
  zone: HostedZone,
  dependencies: HostedZoneDependencies,
): Promise<ReconcileResult> {
  const environments = await listEnvironmentsNamedIn(zone, dependencies.store)
  if (environments.length === 0) {
    await dependencies.store.dropFinalizer('HostedZone', zone)
    return {}
  }
  const names = environments.map(({ spec }) => spec.displayName).sort()
  const isStuck = environments.some(
    ({ status }) => findCondition(status?.conditions ?? [], 'NamesReady')?.reason === 'AccessDenied',
  )
  await writeHostedZoneStatus(zone, dependencies, {
    phase: isStuck ? 'DELETION_FAILURE' : 'DELETING',
    message: isStuck
      ? `The names of these environments cannot be taken away, because SDO cannot use its role for names: ${names.join(', ')}. Apply the current template of the account again.`
      : `Waiting for the names of these environments to be taken away: ${names.join(', ')}.`,
  })
  return { requeueAfterSeconds: recheckSeconds }
}

async function listEnvironmentsNamedIn(
  { metadata }: HostedZone,
  store: ResourceStore,
): Promise<Environment[]> {
  const isIt = ({ hostedZone }: { hostedZone: string }) => hostedZone === metadata.name
  return (await store.list('Environment')).filter(
    ({ spec, status }) => spec.hostedZoneLinks?.some(isIt) || status?.dns?.records.some(isIt),
  )
}
