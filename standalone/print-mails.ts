import type { Clock } from '../core/clock'
import type { Logger } from '../core/logger'
import { MailMessage } from '../db/models/mail-message'

const pauseMilliseconds = 500

/**
 * Delivers the outbox to the terminal, one line a mail, until `signal` aborts. The mails themselves stay in the mailbox
 * at /dev/mail.
 */
export async function printMails(clock: Clock, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const unsent = await MailMessage.findAll({ where: { sentAt: null }, order: [['createdAt', 'ASC']] })
      for (const mail of unsent) {
        await mail.update({ sentAt: new Date(clock.now()) })
        console.log(`Mail to ${mail.recipient}: ${mail.subject}`)
      }
    } catch (error) {
      log.warn({ err: error }, 'The outbox could not be read')
    }
    await clock.sleep(pauseMilliseconds, signal)
  }
}
