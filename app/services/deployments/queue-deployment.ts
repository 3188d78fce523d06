import { randomUUID } from 'node:crypto'
import { type DeploymentChange } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { nextRevision } from '../../../db/desired-revision'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { actorId, type TeamActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'
import { readChangeNames } from './read-change-names'

interface QueuedDeployment {
  changes: DeploymentChange[]
  /** Name of the environment whose versions these are, where it is a promotion. */
  promotedFrom?: string
}

/**
 * Queues a deployment behind those that wait. What it will run is decided when its turn comes.
 *
 * @param environment locked by the caller's transaction, so that deployments are numbered one after the other
 * @returns id of the deployment
 * @throws DomainError `conflict` when as many wait as can
 */
export async function queueDeployment(
  dependencies: Dependencies,
  actor: TeamActor,
  environment: Environment,
  { changes, promotedFrom }: QueuedDeployment,
): Promise<string> {
  const latest = await Deployment.max<number | null, Deployment>('sequence', {
    where: { environmentId: environment.id },
  })
  const waiting = { environmentId: environment.id, state: deploymentStates.QUEUED }
  requireRoom(dependencies, 'queuedDeployments', await Deployment.count({ where: waiting }))
  const { id } = await Deployment.create({
    id: randomUUID(),
    environmentId: environment.id,
    sequence: (latest ?? 0) + 1,
    changes,
    requestedBy: actorId(actor),
    promotedFrom,
  })
  await environment.update({ desiredRevision: nextRevision })
  const toChangeJson = await readChangeNames(changes)
  await recordAudit(dependencies, actor, {
    action: 'deployment.queue',
    target: { id, name: environment.name },
    after: { ...(promotedFrom && { promotedFrom }), changes: changes.map((change) => toChangeJson(change)) },
  })
  return id
}
