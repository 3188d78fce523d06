import { col, fn, where } from 'sequelize'
import { MailMessage } from '../../../db/models/mail-message'
import type { Dependencies } from '../dependencies'

const limit = 100

/** The newest mails, newest first; those to one address when `to` is given. For the mailbox of standalone mode. */
export async function listMail(_dependencies: Dependencies, to = '') {
  const messages = await MailMessage.findAll({
    ...(to && { where: where(fn('lower', col('recipient')), to.toLowerCase()) }),
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit,
  })
  return messages.map(({ id, recipient, subject, text, html, createdAt }) => ({
    id,
    to: recipient,
    subject,
    text,
    html,
    sentEpoch: createdAt.getTime(),
  }))
}
