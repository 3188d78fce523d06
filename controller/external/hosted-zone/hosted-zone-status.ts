import type { HostedZone } from '../../../core/resources/hosted-zone'
import { writeExternalStatus, type ReadyByPhase, type StatusChange } from '../write-external-status'
import type { Cloud } from '../../cloud/cloud'
import type { Delegations } from '../../delegation/delegations'
import type { ReconcilerDependencies } from '../../reconcile/create-reconciler'

/** Dependencies of the HostedZone reconciler. */
export interface HostedZoneDependencies extends ReconcilerDependencies {
  cloud: Cloud
  delegations: Delegations
}

const readyByPhase: ReadyByPhase<'HostedZone'> = {
  INITIAL_SETUP: ['Unknown', 'Working'],
  UPDATING_RECORDS: ['True', 'Working'],
  DELETING: ['False', 'Deleting'],
  DELETION_FAILURE: ['False', 'Deleting'],
  INITIAL_SETUP_FAILURE: ['False', 'CloudError'],
  HEALTHY: ['True', 'Ready'],
  DNS_MISSMATCH: ['False', 'DelegationDiffers'],
}

/** @throws ConflictError if the zone changed since it was read */
export const writeHostedZoneStatus = (
  zone: HostedZone,
  dependencies: HostedZoneDependencies,
  change: StatusChange<'HostedZone'>,
): Promise<HostedZone> => writeExternalStatus('HostedZone', readyByPhase, zone, dependencies, change)
