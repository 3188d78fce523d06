import { col, fn, Op, where } from 'sequelize'
import { contactMessages } from '../../messages/contact-messages'
import { DomainError } from '../../../core/errors'
import { lockKey } from '../../../db/key-lock'
import { SupportMessage } from '../../../db/models/support-message'
import type { Dependencies } from '../dependencies'

/** Over which messages are counted. */
export const windowMilliseconds = 3_600_000

/** An office may share one address. */
export const maximumPerSource = 10

/** Every message mails its sender, who may be somebody else. */
export const maximumPerEmail = 3

/** Lets few messages of one sender and place pass within the window. For the transaction that keeps the message. @throws DomainError `throttled` */
export async function requireFewMessages(
  { sequelize, clock }: Dependencies,
  { source, email }: { source: string; email: string },
): Promise<void> {
  // One at a time, so that many sent at once cannot all be the first.
  await lockKey(sequelize, 'support_messages')
  const recent = { createdAt: { [Op.gt]: new Date(clock.now() - windowMilliseconds) } }
  const fromSource = await SupportMessage.count({ where: { ...recent, source } })
  const fromEmail = await SupportMessage.count({
    where: { [Op.and]: [recent, where(fn('lower', col('email')), email.toLowerCase())] },
  })
  if (fromSource >= maximumPerSource || fromEmail >= maximumPerEmail)
    throw new DomainError('throttled', contactMessages.throttled)
}
