import type { Environment } from '../../db/models/environment'
import { listActive } from '../deployments/active-deployments'
import { applyDeployment } from './apply-deployment'
import type { MirrorDependencies } from './dependencies'

/** Makes the deployments of a lost environment again, before it gets its status back and its reconciler goes on. */
export async function restoreDeployments(
  dependencies: MirrorDependencies,
  environment: Environment,
): Promise<void> {
  if (environment.deletingAt) return
  for (const row of await listActive(environment.id))
    if (!(await dependencies.store.get('Deployment', row.id)))
      await applyDeployment(dependencies, { row, environment, present: undefined })
}
