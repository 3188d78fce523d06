import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import { authorizedWrite } from '../authorized-write'
import type { Dependencies } from '../dependencies'
import { nextRevision } from '../../../db/revisions'
import { success, type Success } from '../success'
import { lockEnvironment } from './require-environment'

/** Has everything that is deployed checked afresh and corrected. */
export const examineEnvironment = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id)
    await environment.update({
      examineRequestedAt: new Date(dependencies.clock.now()),
      statusType: 'WORKING',
      statusMessage: 'Examining what is deployed...',
      desiredRevision: nextRevision,
    })
    await recordAudit(dependencies, actor, { action: 'environment.correct', target: environment })
    return success
  })
