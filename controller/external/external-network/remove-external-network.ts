import type { ExternalNetwork } from '../../../core/resources/external-network'
import type { ReconcilerDependencies } from '../../reconcile/create-reconciler'
import type { ReconcileResult } from '../../runtime/controller-loop'
import { listHolders, recheckSeconds } from '../wait-for-environments'
import { writeExternalNetworkStatus } from './external-network-status'

/** Lets the network go once no environment is connected with it, or will be. Nothing else of ours is ever in it. */
export async function removeExternalNetwork(
  network: ExternalNetwork,
  dependencies: ReconcilerDependencies,
): Promise<ReconcileResult> {
  const { name } = network.metadata
  const { names, isStuck } = await listHolders(
    dependencies.store,
    ({ spec, status }) =>
      spec.linkedNetworks?.includes(name) || status?.peerings?.some((peering) => peering.network === name),
    'NetworksConnected',
  )
  if (names.length === 0) {
    await dependencies.store.dropFinalizer('ExternalNetwork', network)
    return {}
  }
  await writeExternalNetworkStatus(network, dependencies, {
    phase: isStuck ? 'DELETION_FAILURE' : 'DELETING',
    message: isStuck
      ? `These environments cannot be disconnected, because SDO cannot use its role for networks: ${names.join(', ')}. Apply the current template of the account again.`
      : `Waiting for these environments to be disconnected: ${names.join(', ')}.`,
  })
  return { requeueAfterSeconds: recheckSeconds }
}
