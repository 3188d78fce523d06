import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import { authorizedWrite } from '../authorized-write'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'
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
