import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import { success, type Success } from '../success'
import { requireToken } from './require-token'

/** Removes a token and every session that was opened with it. */
export async function deleteIntegrationToken(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  requireAdmin(actor)
  return inTransaction(dependencies.sequelize, async () => {
    const { token, owner } = await requireToken(actor, id)
    await token.destroy()
    await recordAudit(dependencies, actor, {
      action: 'integration-token.delete',
      target: { id: token.id, name: owner.name },
      before: { maskedToken: token.maskedToken },
    })
    return success
  })
}
