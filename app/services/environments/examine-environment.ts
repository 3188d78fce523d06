import { nextRevision } from '../../../db/desired-revision'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import { requestQuietExamination } from '../aws-accounts/request-examination'
import type { Dependencies } from '../dependencies'

/** Has everything that is deployed checked afresh and corrected, and the roles in its account looked at. */
export const examineEnvironment = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'free')
    await environment.update({
      examineRequestedAt: new Date(dependencies.clock.now()),
      examineTraceparent: currentOrigin().traceparent ?? null,
      statusType: 'WORKING',
      statusMessage: 'Examining what is deployed...',
      desiredRevision: nextRevision,
    })
    await requestQuietExamination(environment.awsAccountId)
    await recordAudit(dependencies, actor, { action: 'environment.correct', target: environment })
    return success
  })
