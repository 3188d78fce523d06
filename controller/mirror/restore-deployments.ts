import { Op } from 'sequelize'
import { deploymentStates } from '../../core/deployment/deployment-state'
import { Deployment } from '../../db/models/deployment'
import type { Environment } from '../../db/models/environment'
import { applyDeployment } from './apply-deployment'
import type { MirrorDependencies } from './dependencies'

const { DEPLOYING, LIVE, FAILED } = deploymentStates

/**
 * Makes the deployments of a lost environment again, before it gets its status back and its reconciler goes on: what is live, what is
 * under way, and what failed since, of which something may still run.
 */
export async function restoreDeployments(
  dependencies: MirrorDependencies,
  environment: Environment,
): Promise<void> {
  if (environment.deletingAt) return
  const { id: environmentId } = environment
  const live = await Deployment.findOne({ where: { environmentId, state: LIVE } })
  const rows = await Deployment.findAll({
    where: {
      environmentId,
      state: [DEPLOYING, LIVE, FAILED],
      environmentVersionId: { [Op.not]: null },
      sequence: { [Op.gte]: live?.sequence ?? 0 },
    },
    order: [['sequence', 'ASC']],
  })
  for (const row of rows)
    if (!(await dependencies.store.get('Deployment', row.id)))
      await applyDeployment(dependencies, { row, environment, present: undefined })
}
