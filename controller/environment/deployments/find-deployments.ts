import type { Deployment } from '../../../core/resources/deployment'
import type { Environment } from '../../../core/resources/environment'
import { environmentLabel } from '../../../core/resources/metadata'
import type { ResourceStore } from '../../store/store'

/**
 * The deployments of an environment. They are found by label, and the one that is live also by name: somebody may have taken its label
 * away, and what runs must not go for that.
 */
export async function findDeployments(
  store: ResourceStore,
  { metadata, status }: Environment,
): Promise<Deployment[]> {
  const deployments = await store.list('Deployment', { [environmentLabel]: metadata.name })
  const serving = status?.servingDeployment
  if (serving === undefined || deployments.some((deployment) => deployment.metadata.name === serving))
    return deployments
  const unlabelled = await store.get('Deployment', serving)
  return unlabelled?.spec.environment === metadata.name ? [...deployments, unlabelled] : deployments
}
