import { notFound } from '../../../core/errors'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { inTransaction } from '../../../db/transaction'
import { requireOwnUser } from '../accounts/require-own-user'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'
import { afterFactorChange } from './after-factor-change'

/** Removes one of the actor's tokens, pending or not. After an active one the actor stays logged in here and nowhere else. */
export function deleteAuthenticatorToken(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  return inTransaction(dependencies.sequelize, async () => {
    const token = await AuthenticatorToken.findOne({ where: { id, userId: actor.userId } })
    if (!token) throw notFound('The authenticator token')
    const user = await requireOwnUser(actor)
    await token.destroy()
    if (!token.activatedAt) return success
    await recordAudit(dependencies, actor, {
      action: 'authenticator-token.delete',
      target: { id: token.id, name: user.name },
    })
    await afterFactorChange(dependencies, user, actor, 'An authenticator token was removed from your login')
    return success
  })
}
