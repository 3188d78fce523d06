import type { ExternalNetwork } from '../../../core/resources/external-network'
import type { ReconcilerDependencies } from '../../reconcile/create-reconciler'
import { writeExternalStatus, type ReadyByPhase, type StatusChange } from '../write-external-status'

const readyByPhase: ReadyByPhase<'ExternalNetwork'> = {
  INITIAL_SETUP: ['Unknown', 'Working'],
  DELETING: ['False', 'Deleting'],
  DELETION_FAILURE: ['False', 'Deleting'],
  INITIAL_SETUP_FAILURE: ['False', 'CloudError'],
  HEALTHY: ['True', 'Ready'],
}

/** @throws ConflictError if the network changed since it was read */
export const writeExternalNetworkStatus = (
  network: ExternalNetwork,
  dependencies: ReconcilerDependencies,
  change: StatusChange<'ExternalNetwork'>,
): Promise<ExternalNetwork> =>
  writeExternalStatus('ExternalNetwork', readyByPhase, network, dependencies, change)
