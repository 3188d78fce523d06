import { MailMessage } from '../../../db/models/mail-message'
import type { Dependencies } from '../dependencies'

/** Somebody else has claimed the mail since: this attempt must not go on. */
export class ClaimLostError extends Error {
  override name = 'ClaimLostError'
}

/**
 * Notes, before it is so, that from now on a server may have the mail. Whatever becomes of this process, nobody sends it
 * again unless the server says that it did not take it.
 *
 * @throws ClaimLostError
 */
export async function handOverMail({ clock }: Dependencies, { id, attempts }: MailMessage): Promise<void> {
  const [count] = await MailMessage.update(
    { handedOverAt: new Date(clock.now()) },
    { where: { id, attempts, handedOverAt: null, sentAt: null, failedAt: null } },
  )
  if (count !== 1) throw new ClaimLostError('Another process has taken over this e-mail.')
}
