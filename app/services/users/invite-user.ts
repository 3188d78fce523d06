import { Transaction } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { User } from '../../../db/models/user'
import { accountMessages } from '../../messages/account-messages'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { invitationAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireAccess } from '../access/access'
import { sendInvitation } from '../passwords/invitation'
import { requireOwn } from '../access/own'

/**
 * Mails a person of the team, who has not proved their address yet, an invitation: a link by which they choose their password. The
 * one before stops working.
 *
 * @throws DomainError `conflict` for who has proved it; `throttled` when the team or the person was mailed many of late
 */
export async function inviteUser(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  requireAccess(actor, 'admin')
  await reserveAttempt(dependencies, invitationAttempt(actor.teamId), accountMessages.humanUsersThrottled)
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
    const { id: userId } = await requireOwn('person', actor, id)
    const user = await User.findByPk(userId, { lock: Transaction.LOCK.UPDATE, rejectOnEmpty: true })
    if (user.verifiedAt) throw new DomainError('conflict', accountMessages.invitationNotNeeded)
    await sendInvitation(dependencies, actor, user)
    await recordAudit(dependencies, actor, {
      action: 'user.invite',
      target: user,
      after: { email: user.email },
    })
    return success
  })
}
