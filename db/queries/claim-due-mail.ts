import { QueryTypes, type Sequelize } from 'sequelize'
import { MailMessage } from '../models/mail-message'

/** Takes the mail that is due longest: until `freeAt` it is due for nobody else. Undefined when none is due. */
export async function claimDueMail(
  sequelize: Sequelize,
  { now, freeAt }: { now: Date; freeAt: Date },
): Promise<MailMessage | undefined> {
  const [mail] = await sequelize.query(
    `UPDATE mail_messages SET attempts = attempts + 1, due_at = :freeAt, failure = NULL
     WHERE id = (
       SELECT id FROM mail_messages
       WHERE sent_at IS NULL AND failed_at IS NULL AND handed_over_at IS NULL AND due_at <= :now
       ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     RETURNING *`,
    { type: QueryTypes.SELECT, model: MailMessage, mapToModel: true, replacements: { now, freeAt } },
  )
  return mail
}
