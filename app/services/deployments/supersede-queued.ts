import { Op, Transaction } from 'sequelize'
import { supersededBy } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { nextRevision } from '../../../db/desired-revision'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import type { TeamActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

const { QUEUED, FAILED } = deploymentStates

/**
 * Ends the automatic deployments of an application that still wait for their turn in an environment, unless it is set otherwise: what they
 * would bring goes again with the newer one. What people asked for, and what is under way, is left alone.
 *
 * @param environment locked by the caller's transaction
 * @param newerId id of the automatic deployment that was queued last
 */
export async function supersedeQueued(
  dependencies: Dependencies,
  actor: TeamActor,
  environment: Environment,
  { newerId, applicationId }: { newerId: string; applicationId: string },
): Promise<void> {
  if (!environment.supersedesQueued) return
  const newer = await Deployment.findByPk(newerId, { rejectOnEmpty: true })
  if (newer.state !== QUEUED) return
  const queued = await Deployment.findAll({
    where: {
      environmentId: environment.id,
      state: QUEUED,
      kind: 'auto-deploy',
      sequence: { [Op.lt]: newer.sequence },
    },
    // Who starts the next one was first, or finds it ended.
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  })
  const now = new Date(dependencies.clock.now())
  for (const older of queued) {
    if (older.changes.some((change) => change.applicationId !== applicationId)) continue
    await older.update({
      state: FAILED,
      supersededBy: newerId,
      message: supersededBy(newer.sequence),
      finishedAt: now,
      desiredRevision: nextRevision,
    })
    await recordAudit(dependencies, actor, {
      action: 'deployment.supersede',
      target: { id: older.id, name: environment.name },
      after: { sequence: older.sequence, supersededBy: newer.sequence },
    })
  }
}
