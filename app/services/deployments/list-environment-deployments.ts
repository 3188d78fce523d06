import { Deployment } from '../../../db/models/deployment'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { requireEnvironment } from '../environments/require-environment'
import type { EnvironmentDeployments } from './deployment-views'
import { readChangeNames } from './read-change-names'

export const deploymentHistoryLength = 100

/** What was deployed to an environment, newest first. */
export async function listEnvironmentDeployments(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<EnvironmentDeployments> {
  const environment = await requireEnvironment(actor, environmentId)
  const deployments = await Deployment.findAll({
    where: { environmentId: environment.id },
    order: [['sequence', 'DESC']],
    limit: deploymentHistoryLength,
  })
  const toChangeJson = await readChangeNames(deployments.flatMap(({ changes }) => changes))
  return {
    deployments: deployments.map((deployment) => ({
      id: deployment.id,
      sequence: deployment.sequence,
      state: deployment.state,
      message: deployment.message,
      changes: deployment.changes.map(toChangeJson),
      environmentVersionId: deployment.environmentVersionId ?? undefined,
      createdEpoch: deployment.createdAt.getTime(),
      startedEpoch: deployment.startedAt?.getTime(),
      finishedEpoch: deployment.finishedAt?.getTime(),
    })),
  }
}
