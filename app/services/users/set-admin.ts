import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { authorizedWrite } from '../access/authorized-write'
import { requireHumanUser } from '../access/require-user'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

interface SetAdminInput {
  userId: string
  isAdmin: boolean
}

/** Makes a person of the team an admin, or no longer one. @throws DomainError `forbidden` for one's own login */
export async function setAdmin(
  dependencies: Dependencies,
  actor: HumanActor,
  { userId, isAdmin }: SetAdminInput,
): Promise<Success> {
  if (userId === actor.userId && !isAdmin) throw new DomainError('forbidden', accountMessages.removeOwnAdmin)
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
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
