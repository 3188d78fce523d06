import { randomUUID } from 'node:crypto'
import { MailMessage } from '../../../db/models/mail-message'
import type { Mail } from '../../mail/mail'
import type { Dependencies } from '../dependencies'

/** Puts a mail in the outbox, in the transaction that causes it: it is sent exactly when the change is kept. */
export async function queueMail({ clock }: Dependencies, recipient: string, mail: Mail): Promise<void> {
  const now = new Date(clock.now())
  await MailMessage.create({ id: randomUUID(), recipient, ...mail, createdAt: now, dueAt: now })
}
