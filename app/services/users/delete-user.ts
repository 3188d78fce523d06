import { accountMessages } from '../../../core/account-messages'
import { DomainError } from '../../../core/errors'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import { success, type Success } from '../success'
import { lockTeamAsAdmin } from './lock-team-as-admin'
import { requireUser } from './require-user'

/**
 * Deletes a person, or an integration user with its tokens. Whatever they were logged in with ends at once; what they
 * created stays.
 *
 * @throws DomainError `forbidden` for the actor's own login
 */
export async function deleteUser(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  requireAdmin(actor)
  if (id === actor.userId) throw new DomainError('forbidden', accountMessages.deleteOwnLogin)
  return inTransaction(dependencies.sequelize, async () => {
    await requireUser(actor, id)
    await lockTeamAsAdmin(actor)
    // Again: somebody else may have been quicker.
    const { kind, user } = await requireUser(actor, id)
    await user.destroy()
    await recordAudit(
      dependencies,
      actor,
      kind === 'human'
        ? { action: 'user.delete', target: user, before: { email: user.email, isAdmin: user.isAdmin } }
        : { action: 'integration-user.delete', target: user },
    )
    return success
  })
}
