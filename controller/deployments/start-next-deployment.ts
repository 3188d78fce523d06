import { declareMessages } from '../../core/messages/declare-messages'
import { Transaction } from 'sequelize'
import type { Snapshot } from '../../core/deployment/difference'
import { deploymentStates } from '../../core/resources/wire-states'
import { DomainError } from '../../core/errors'
import { addEnvironmentVersion } from '../../db/add-environment-version'
import { readEnvironmentSettings } from '../../db/environment-settings'
import { withKeyLock } from '../../db/key-lock'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { nextRevision } from '../../db/desired-revision'
import { readRequestContent } from '../../db/read-request-content'
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
    // Before the deployments, as everybody who changes them does.
    const environment = await Environment.findByPk(environmentId, { lock: Transaction.LOCK.KEY_SHARE })
    if (!environment || environment.deletingAt) return
    if ((await Deployment.count({ where: { environmentId, state: DEPLOYING } })) > 0) return
    const queued = await Deployment.findAll({
      where: { environmentId, state: QUEUED },
      order: [['sequence', 'ASC']],
      // Who stops one that waits was first, or finds it under way.
      lock: Transaction.LOCK.NO_KEY_UPDATE,
    })
    for (const deployment of queued) {
      try {
        const applications = await takeSnapshot(deployment)
        await requireAsApproved(deployment)
        const settings = deployment.settings ?? (await readEnvironmentSettings(environment))
        await start(deployment, { applications, settings }, new Date(clock.now()))
        return deployment.id
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        await failDeployment(dependencies, deployment, error.message)
      }
    }
    return
  })
}

const { configuredSince } = declareMessages('approvals', {
  configuredSince:
    'An application that it deploys was configured differently after it was approved. Press Retry to have it approved as it is now.',
})

/** @throws DomainError `conflict` where it was approved with another content than it has now */
async function requireAsApproved(deployment: Deployment): Promise<void> {
  const { approvedContent } = deployment
  if (approvedContent !== null && approvedContent !== (await readRequestContent(deployment)))
    throw new DomainError('conflict', configuredSince)
}

async function start({ id, environmentId }: Deployment, snapshot: Snapshot, startedAt: Date): Promise<void> {
  const version = await addEnvironmentVersion(environmentId, snapshot)
  await Deployment.update(
    { state: DEPLOYING, environmentVersionId: version.id, startedAt, desiredRevision: nextRevision },
    { where: { id } },
  )
}
