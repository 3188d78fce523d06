import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { nextRevision } from '../desired-revision'
import { success, type Success } from '../success'
import { lockEnvironment } from './require-environment'

/** Has everything that is deployed checked afresh and corrected. */
export const examineEnvironment = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> =>
  inTransaction(dependencies.sequelize, async () => {
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
