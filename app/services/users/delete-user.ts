import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireUser } from '../access/own'

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
  if (id === actor.userId) throw new DomainError('forbidden', accountMessages.deleteOwnLogin)
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
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
