import { Op } from 'sequelize'
import { MailMessage } from '../../../db/models/mail-message'
import type { Mail } from '../../mail/mail'
import type { Dependencies } from '../dependencies'
import { isSealedByCurrent } from '../secrets/seal'
import { sealRows } from '../secrets/seal-rows'
import { readMailContent, sealMailContent } from './mail-content'

/**
 * Seals every mail that is not sealed with the current key: those of before mails were sealed, and after a rotation those of
 * the key before. For the start of the app, before mails are delivered. What cannot be read stays as it is.
 *
 * @returns how many were sealed
 */
export async function sealMails(dependencies: Dependencies): Promise<number> {
  const sealed = await sealRows(
    (id, limit) =>
      MailMessage.findAll({
        where: { id: { [Op.gt]: id }, content: { [Op.ne]: null } },
        order: [['id', 'ASC']],
        limit,
      }),
    (row) => sealRow(dependencies, row),
  )
  if (sealed > 0) dependencies.log.info({ sealed }, 'e-mails were sealed')
  return sealed
}

async function sealRow(dependencies: Dependencies, row: MailMessage): Promise<number> {
  const { id, content: stored } = row
  if (stored === null || isSealedByCurrent(dependencies.authenticatorKeys, stored)) return 0
  const mail = findContent(dependencies, row, stored)
  if (!mail) return 0
  const content = sealMailContent(dependencies, row, mail)
  const [changed] = await MailMessage.update({ content }, { where: { id, content: stored } })
  return changed
}

function findContent(dependencies: Dependencies, row: MailMessage, stored: string): Mail | undefined {
  try {
    return stored.startsWith('{') ? (JSON.parse(stored) as Mail) : readMailContent(dependencies, row)
  } catch (failure) {
    dependencies.log.error({ err: failure, mail: row.id }, 'The content of an e-mail cannot be read')
    return undefined
  }
}
