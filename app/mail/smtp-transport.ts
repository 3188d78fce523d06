import { Readable } from 'node:stream'
import { isValidEmail } from '../input/email-address'
import { composeMail } from './compose-mail'
import { classifySmtpError } from './classify-smtp-error'
import type { MailTransport } from './mail-transport'
import type { Sender } from './sender'
import { SmtpSession, type SmtpTimeouts } from './smtp-session'
import type { SmtpSettings } from './smtp-settings'

interface SmtpTransportOptions {
  settings: SmtpSettings
  sender: Sender
  timeouts?: SmtpTimeouts
}

const defaultTimeouts: SmtpTimeouts = { connectMilliseconds: 10_000, answerMilliseconds: 120_000 }

/** Sends by SMTP, one connection a mail. */
export const createSmtpTransport = ({
  settings,
  sender,
  timeouts = defaultTimeouts,
}: SmtpTransportOptions): MailTransport => ({
  showsStoredMails: false,
  async send(mail, handOver) {
    if (!isValidEmail(mail.recipient))
      return { result: 'refused', reason: 'The recipient is not an e-mail address.' }
    const content = new PausedContent(await composeMail(mail, sender), handOver)
    const session = new SmtpSession(settings, timeouts)
    try {
      await session.open()
      await session.send({ from: sender.address, to: mail.recipient }, Readable.from(content.parts()))
      return { result: 'sent' }
    } catch (error) {
      if (content.failure) throw content.failure.cause
      return classifySmtpError(error as Error, content.isHandedOver)
    } finally {
      session.close()
    }
  },
})

/**
 * A server takes a mail at the line with the single dot that follows the content, and the library sends that line when the
 * content ends. So the content ends only after the hand-over; a connection closed before makes the server forget it.
 */
class PausedContent {
  isHandedOver = false
  failure: Error | undefined

  constructor(
    private readonly content: Buffer,
    private readonly handOver: () => Promise<void>,
  ) {}

  async *parts(): AsyncGenerator<Buffer> {
    yield this.content
    try {
      await this.handOver()
    } catch (cause) {
      throw (this.failure = new Error('The mail server did not accept the e-mail.', { cause }))
    }
    this.isHandedOver = true
  }
}
