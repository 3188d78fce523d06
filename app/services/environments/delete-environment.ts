import { deploymentStates } from '../../../core/resources/wire-states'
import { nextRevision } from '../../../db/desired-revision'
import { Application } from '../../../db/models/application'
import { Deployment } from '../../../db/models/deployment'
import { authorizedWrite } from '../access/authorized-write'
import { requireUnprotected } from '../access/protection'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { lockOwn } from '../access/own'

const { QUEUED, FAILED, AWAITING_APPROVAL } = deploymentStates

/** Starts the deletion of an environment with all that runs in it; it is gone when the controller has removed everything. @throws DomainError `conflict` for a protected one */
export const deleteEnvironment = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockOwn('environment', actor, id)
    if (environment.deletingAt) return success
    requireUnprotected(actor, environment, 'refused')
    const now = new Date(dependencies.clock.now())
    await environment.update({
      deletingAt: now,
      statusType: 'WORKING',
      statusMessage: 'Deleting environment...',
      desiredRevision: nextRevision,
    })
    await Deployment.update(
      { state: FAILED, message: 'The environment is being deleted.', finishedAt: now },
      { where: { environmentId: environment.id, state: [QUEUED, AWAITING_APPROVAL] } },
    )
    await Application.update(
      { autoDeployEnvironmentId: null },
      { where: { autoDeployEnvironmentId: environment.id } },
    )
    await recordAudit(dependencies, actor, { action: 'environment.delete', target: environment })
    return success
  })
