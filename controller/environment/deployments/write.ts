import type { Deployment } from '../../../core/resources/deployment'
import { isToGo } from '../../../core/resources/metadata'
import type { ResourceStore } from '../../store/store'
import type { DeploymentChange } from './decide'

/** Writes what was decided into the deployments. */
export async function writeDeployments(store: ResourceStore, changes: DeploymentChange[]): Promise<void> {
  for (const { deployment, status } of changes) await store.replaceStatus('Deployment', deployment, status)
}

export async function dropFinalizersOfDeleted(
  store: ResourceStore,
  deployments: Deployment[],
): Promise<void> {
  for (const deployment of deployments)
    if (isToGo(deployment.metadata)) await store.dropFinalizer('Deployment', deployment)
}
