import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { updateRecorded } from '../audit/update-recorded'
import type { Dependencies } from '../dependencies'
import { lastingWrite } from '../passwords/lasting-write'
import { requireOwn } from '../access/own'

interface SetAdminInput {
  userId: string
  isAdmin: boolean
  /** For a new admin; may be absent soon after logging in. */
  currentPassword?: string
}

/** Makes a person of the team an admin, or no longer one. @throws DomainError `forbidden` for one's own login; `conflict` for a new admin whose address is not proved; for a new admin as `lastingWrite` */
export async function setAdmin(
  dependencies: Dependencies,
  actor: HumanActor,
  { userId, isAdmin, currentPassword }: SetAdminInput,
): Promise<Success> {
  if (userId === actor.userId && !isAdmin) throw new DomainError('forbidden', accountMessages.removeOwnAdmin)
  const write = { access: 'admin', reach: 'team' } as const
  const change = async (actor: HumanActor) => {
    const user = await requireOwn('person', actor, userId)
    if (isAdmin && !user.verifiedAt) throw new DomainError('conflict', accountMessages.adminNotProven)
    await updateRecorded(dependencies, actor, { action: 'user.set-admin', row: user, to: { isAdmin } })
    return success
  }
  // Taking rights away takes no proof.
  return isAdmin
    ? lastingWrite(dependencies, actor, { ...write, currentPassword }, change)
    : authorizedWrite(dependencies, actor, write, change)
}
