import { isDeepStrictEqual } from 'node:util'
import type { HostedZone, HostedZoneStatus } from '../../../core/resources/hosted-zone'
import type { Condition, ConditionReason } from '../../../core/resources/metadata'
import { setCondition } from '../../runtime/conditions'
import type { HostedZoneDependencies } from './dependencies'

export interface StatusChange extends Partial<HostedZoneStatus> {
  phase: HostedZoneStatus['phase']
  message: string
}

export const initialStatus = (): HostedZoneStatus => ({
  observedGeneration: 0,
  phase: 'INITIAL_SETUP',
  message: '',
  conditions: [],
})

const readyByPhase: Record<HostedZoneStatus['phase'], [Condition['status'], ConditionReason]> = {
  INITIAL_SETUP: ['Unknown', 'Working'],
  UPDATING_RECORDS: ['True', 'Working'],
  DELETING: ['False', 'Deleting'],
  DELETION_FAILURE: ['False', 'Deleting'],
  INITIAL_SETUP_FAILURE: ['False', 'CloudError'],
  HEALTHY: ['True', 'Ready'],
  DNS_MISSMATCH: ['False', 'DelegationDiffers'],
}

/**
 * Writes the status that follows, unless nothing changes: what is not said stays.
 * @throws ConflictError if the zone changed since it was read
 */
export async function writeHostedZoneStatus(
  zone: HostedZone,
  { store, clock, log }: Pick<HostedZoneDependencies, 'store' | 'clock' | 'log'>,
  change: StatusChange,
): Promise<HostedZone> {
  const { name, generation } = zone.metadata
  const before = zone.status ?? initialStatus()
  const [status, reason] = readyByPhase[change.phase]
  const ready = { type: 'Ready', status, reason, message: change.message }
  const after: HostedZoneStatus = {
    ...before,
    ...change,
    observedGeneration: generation,
    conditions: setCondition(before.conditions, ready, generation, clock.now()),
  }
  if (isDeepStrictEqual(after, zone.status)) return zone
  if (after.phase !== zone.status?.phase) log.info({ hostedZone: name, phase: after.phase }, after.message)
  return store.replaceStatus('HostedZone', zone, after)
}
