import { literal } from 'sequelize'
import { randomUUID } from 'node:crypto'
import { deploymentStates } from '../../core/deployment/deployment-state'
import { DomainError } from '../../core/errors'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { buildSnapshot } from './deployment-snapshot'
import type { MirrorDependencies } from './dependencies'
import { withRowLock } from './row-lock'

const { QUEUED, DEPLOYING, FAILED } = deploymentStates

/**
 * Starts the longest waiting deployment of an environment, unless one is under way or the environment is being deleted.
 * What it will run is decided here, from what is live now, and never changes afterwards.
 *
 * @returns id of the deployment that was started
 */
export function startNextDeployment(
  { sequelize, clock, log }: MirrorDependencies,
  environmentId: string,
): Promise<string | undefined> {
  return withRowLock(sequelize, `deployments-of/${environmentId}`, async () => {
    const environment = await Environment.findByPk(environmentId)
    if (!environment || environment.deletingAt) return
    if ((await Deployment.count({ where: { environmentId, state: DEPLOYING } })) > 0) return
    const queued = await Deployment.findAll({
      where: { environmentId, state: QUEUED },
      order: [['sequence', 'ASC']],
    })
    for (const deployment of queued) {
      try {
        const applications = await buildSnapshot(environmentId, deployment.changes)
        await start(deployment, applications, new Date(clock.now()))
        return deployment.id
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const finishedAt = new Date(clock.now())
        await deployment.update({ state: FAILED, message: error.message, finishedAt })
        log.info({ deployment: deployment.id, reason: error.message }, 'A queued deployment could not start.')
      }
    }
    return
  })
}

async function start(
  deployment: Deployment,
  applications: EnvironmentVersion['applications'],
  startedAt: Date,
): Promise<void> {
  const { environmentId } = deployment
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
    {
      state: DEPLOYING,
      environmentVersionId: version.id,
      startedAt,
      desiredRevision: literal('desired_revision + 1') as unknown as string,
    },
    { where: { id: deployment.id } },
  )
}
