import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { MailMessage } from '../../../db/models/mail-message'
import { PasswordReset, PasswordResetRequest } from '../../../db/models/password-reset'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { passwordResetMail } from '../../mail/password-reset-mail'
import { findUserByEmail } from '../access/users'
import type { Dependencies } from '../dependencies'
import { sealMailContent } from '../mail/mail-content'
import { queueMail } from '../mail/queue-mail'
import { createMailedLink } from './mailed-link'
import { openResetAddress, resetLifeMilliseconds } from './password-reset'

/** How many requests one turn works off, so that a flood never holds a process for long. */
const requestsPerTurn = 100

/**
 * Sends a link to whoever asked for one and has a login, oldest first. A request is gone in the transaction that queues its
 * mail: however many processes do this, and wherever one of them ends, there is one mail. One that fails stays for the next
 * turn and stops no other; one that nobody came to within the life of a link is dropped.
 */
export async function sendPasswordResets(dependencies: Dependencies): Promise<void> {
  const { clock, log } = dependencies
  const overSince = new Date(clock.now() - resetLifeMilliseconds)
  await PasswordResetRequest.destroy({ where: { createdAt: { [Op.lte]: overSince } } })
  const requests = await PasswordResetRequest.findAll({
    attributes: ['id'],
    order: [
      ['createdAt', 'ASC'],
      ['id', 'ASC'],
    ],
    limit: requestsPerTurn,
  })
  for (const { id } of requests)
    await inTransaction(dependencies.sequelize, () => workOff(dependencies, id)).catch((failure: unknown) =>
      log.error({ err: failure, request: id }, 'A link to set a new password could not be sent'),
    )
}

async function workOff(dependencies: Dependencies, id: string): Promise<void> {
  const request = await PasswordResetRequest.findByPk(id, { lock: true, skipLocked: true })
  if (!request) return
  await request.destroy()
  const address = openResetAddress(dependencies, request)
  if (address === undefined) return
  const known = await findUserByEmail(address)
  const user = await User.findByPk(known?.id ?? randomUUID(), { lock: true })
  await replaceReset(dependencies, user, address)
}

/** For nobody the same is looked up, made and sealed, and not kept: one turn costs about the same, whoever was asked for. */
async function replaceReset(dependencies: Dependencies, user: User | null, address: string): Promise<void> {
  const now = dependencies.clock.now()
  const userId = user?.id ?? randomUUID()
  const earlier = await PasswordReset.findByPk(userId)
  const link = createMailedLink(now, resetLifeMilliseconds, earlier?.sentAt)
  if (!link) return
  const mail = passwordResetMail({ owner: user, token: link.token, publicUrl: dependencies.publicUrl })
  if (user) {
    await PasswordReset.upsert({ userId, ...link.kept })
    await queueMail(dependencies, user.email, mail)
  } else {
    await PasswordReset.update(link.kept, { where: { userId } })
    const row = { id: randomUUID(), recipient: address }
    await MailMessage.update({ content: sealMailContent(dependencies, row, mail) }, { where: { id: row.id } })
  }
}
