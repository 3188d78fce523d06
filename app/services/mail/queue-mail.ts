import { randomUUID } from 'node:crypto'
import { MailMessage } from '../../../db/models/mail-message'
import type { Mail } from '../../mail/mail'
import type { Dependencies } from '../dependencies'
import { sealMailContent } from './mail-content'

/**
 * Puts a mail in the outbox, in the transaction that causes it: it is sent exactly when the change is kept.
 *
 * @param teamId the team whose news it is: they take turns with those of others
 */
export async function queueMail(
  dependencies: Pick<Dependencies, 'clock' | 'authenticatorKeys'>,
  recipient: string,
  mail: Mail,
  teamId?: string,
): Promise<void> {
  const now = new Date(dependencies.clock.now())
  const row = { id: randomUUID(), recipient }
  const content = sealMailContent(dependencies, row, mail)
  await MailMessage.create({ ...row, teamId, content, createdAt: now, dueAt: now })
}
