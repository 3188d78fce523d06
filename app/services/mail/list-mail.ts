import { col, fn, where } from 'sequelize'
import { MailMessage } from '../../../db/models/mail-message'
import type { Dependencies } from '../dependencies'
import { readMailContent } from './mail-content'

const limit = 100

/** The newest mails, newest first; those to one address when `to` is given. For the mailbox of standalone mode. */
export async function listMail(dependencies: Dependencies, to = '') {
  const messages = await MailMessage.findAll({
    ...(to && { where: where(fn('lower', col('recipient')), to.toLowerCase()) }),
    order: [
      ['createdAt', 'DESC'],
      ['id', 'DESC'],
    ],
    limit,
  })
  return messages.map((mail) => ({
    id: mail.id,
    to: mail.recipient,
    ...readMailContent(dependencies, mail),
    sentEpoch: mail.createdAt.getTime(),
  }))
}
