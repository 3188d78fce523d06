import { accountMessages } from '../../../core/account-messages'
import { DomainError } from '../../../core/errors'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import { success, type Success } from '../success'
import { lockTeamAsAdmin } from './lock-team-as-admin'
import { requireHumanUser } from './require-user'

export interface SetAdminInput {
  userId: string
  isAdmin: boolean
}

/** Makes a person of the team an admin, or no longer one. @throws DomainError `forbidden` for one's own login */
export async function setAdmin(
  dependencies: Dependencies,
  actor: HumanActor,
  { userId, isAdmin }: SetAdminInput,
): Promise<Success> {
  requireAdmin(actor)
  if (userId === actor.userId && !isAdmin) throw new DomainError('forbidden', accountMessages.removeOwnAdmin)
  return inTransaction(dependencies.sequelize, async () => {
    await requireHumanUser(actor, userId)
    await lockTeamAsAdmin(actor)
    // Again: somebody else may have been quicker.
    const user = await requireHumanUser(actor, userId)
    const before = { isAdmin: user.isAdmin }
    await user.update({ isAdmin })
    await recordAudit(dependencies, actor, {
      action: 'user.set-admin',
      target: user,
      before,
      after: { isAdmin },
    })
    return success
  })
}
