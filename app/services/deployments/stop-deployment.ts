import { stoppedBy } from '../../../core/deployment/deployment-state'
import { DomainError } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { nextRevision } from '../../../db/desired-revision'
import type { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { authorizedWrite } from '../access/authorized-write'
import { lockDeployment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { deploymentMessages } from '../../messages/deployment-messages'

const { QUEUED, DEPLOYING, FAILED, AWAITING_APPROVAL } = deploymentStates

/**
 * Ends a deployment that waits, for its turn or for approval, or is under way: what serves goes on serving. One under way ends when the controller has read that it is to;
 * doing it again changes nothing.
 *
 * @throws DomainError `not-found`; `conflict` for one that has ended or serves
 */
export const stopDeployment = (
  dependencies: Dependencies,
  actor: HumanActor,
  deploymentId: string,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const { deployment, environment } = await lockDeployment(actor, deploymentId, 'free')
    requireStoppable(deployment, environment)
    if (deployment.stoppedBy !== null) return success
    const now = new Date(dependencies.clock.now())
    await deployment.update({
      stoppedBy: actor.name,
      desiredRevision: nextRevision,
      ...(deployment.state !== DEPLOYING && {
        state: FAILED,
        message: stoppedBy(actor.name),
        finishedAt: now,
      }),
    })
    await environment.update({ desiredRevision: nextRevision })
    await recordAudit(dependencies, actor, {
      action: 'deployment.stop',
      target: { id: deployment.id, name: environment.name },
      after: { sequence: deployment.sequence },
    })
    return success
  })

function requireStoppable({ id, state, sequence }: Deployment, { status }: Environment): void {
  if (state !== QUEUED && state !== DEPLOYING && state !== AWAITING_APPROVAL)
    throw new DomainError('conflict', deploymentMessages.ended(sequence))
  if (status?.servingDeployment === id) throw new DomainError('conflict', deploymentMessages.serves(sequence))
}
