import { Op } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { Invitation } from '../../../db/models/password-reset'
import type { User } from '../../../db/models/user'
import { invitationMail } from '../../mail/invitation-mail'
import { accountMessages } from '../../messages/account-messages'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { hashSecretToken } from '../secrets/secret-token'
import { createMailedLink } from './mailed-link'

export const invitationDays = 7

const invitationLifeMilliseconds = invitationDays * 24 * 60 * 60_000

/** The invitation that `token` of a mail is of, while it lasts. */
export const findInvitation = ({ clock }: Dependencies, token: string): Promise<Invitation | null> =>
  Invitation.findOne({
    where: { tokenHash: hashSecretToken(token), expiresAt: { [Op.gt]: new Date(clock.now()) } },
  })

/**
 * Mails `user` a link by which they choose their password, in place of the link before. For the transaction that makes or locks them.
 *
 * @throws DomainError `throttled` when they were sent many of late
 */
export async function sendInvitation(
  dependencies: Dependencies,
  { email: invitedBy }: HumanActor,
  { id: userId, email }: User,
): Promise<void> {
  const earlier = await Invitation.findByPk(userId)
  const link = createMailedLink(dependencies.clock.now(), invitationLifeMilliseconds, earlier?.sentAt)
  if (!link) throw new DomainError('throttled', accountMessages.invitationsThrottled)
  await Invitation.upsert({ userId, ...link.kept })
  const { publicUrl } = dependencies
  await queueMail(dependencies, email, invitationMail({ invitedBy, publicUrl, token: link.token }))
}
