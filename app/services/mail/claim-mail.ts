import { QueryTypes } from 'sequelize'
import { MailMessage } from '../../../db/models/mail-message'
import type { Dependencies } from '../dependencies'

/** Longer than any attempt, so that a claim comes free only when its process is gone. */
const claimMilliseconds = 15 * 60_000

/** Takes the mail that is due longest, so that for now no other process does. Undefined when none is due. */
export async function claimMail({ sequelize, clock }: Dependencies): Promise<MailMessage | undefined> {
  const now = clock.now()
  const [mail] = await sequelize.query(
    `UPDATE mail_messages SET attempts = attempts + 1, due_at = :freeAt, failure = NULL
     WHERE id = (
       SELECT id FROM mail_messages
       WHERE sent_at IS NULL AND failed_at IS NULL AND handed_over_at IS NULL AND due_at <= :now
       ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING *`,
    {
      type: QueryTypes.SELECT,
      model: MailMessage,
      mapToModel: true,
      replacements: { now: new Date(now), freeAt: new Date(now + claimMilliseconds) },
    },
  )
  return mail
}
