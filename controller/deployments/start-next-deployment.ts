import { randomUUID } from 'node:crypto'
import { deploymentStates } from '../../core/resources/wire-states'
import { DomainError } from '../../core/errors'
import type { ApplicationSpec } from '../../core/resources/application'
import { withKeyLock } from '../../db/key-lock'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { nextRevision } from '../../db/desired-revision'
import type { QueueDependencies } from './dependencies'
import { failDeployment } from './fail-deployment'
import { takeSnapshot } from './take-snapshot'

const { QUEUED, DEPLOYING } = deploymentStates

/**
 * Starts the longest waiting deployment of an environment, unless one is under way or the environment is being deleted.
 * What it will run is decided here, from what is live now, and never changes afterwards.
 *
 * @returns id of the deployment that was started
 */
export function startNextDeployment(
  dependencies: QueueDependencies,
  environmentId: string,
): Promise<string | undefined> {
  const { sequelize, clock } = dependencies
  return withKeyLock(sequelize, `mirror/deployments-of/${environmentId}`, async () => {
    const environment = await Environment.findByPk(environmentId)
    if (!environment || environment.deletingAt) return
    if ((await Deployment.count({ where: { environmentId, state: DEPLOYING } })) > 0) return
    const queued = await Deployment.findAll({
      where: { environmentId, state: QUEUED },
      order: [['sequence', 'ASC']],
    })
    for (const deployment of queued) {
      try {
        const applications = await takeSnapshot(environmentId, deployment.changes)
        await start(deployment, applications, new Date(clock.now()))
        return deployment.id
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        await failDeployment(dependencies, deployment, error.message)
      }
    }
    return
  })
}

async function start(
  { id, environmentId }: Deployment,
  applications: ApplicationSpec[],
  startedAt: Date,
): Promise<void> {
  const latest = await EnvironmentVersion.max<number | null, EnvironmentVersion>('number', {
    where: { environmentId },
  })
  const version = await EnvironmentVersion.create({
    id: randomUUID(),
    environmentId,
    number: (latest ?? 0) + 1,
    applications,
  })
  await Deployment.update(
    { state: DEPLOYING, environmentVersionId: version.id, startedAt, desiredRevision: nextRevision },
    { where: { id } },
  )
}
