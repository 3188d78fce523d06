import type { MailTransport } from './mail-transport'

/**
 * The transport of standalone mode: mails stay on this machine, where /dev/mail shows them.
 *
 * @param announce is told one line about every mail
 */
export const createMailbox = (announce: (line: string) => void): MailTransport => ({
  showsStoredMails: true,
  async send({ recipient, subject }, handOver) {
    await handOver()
    announce(withoutControls(`E-mail to ${recipient}: ${subject}`))
    return { result: 'sent' }
  },
})

/** Terminals obey control characters, and people choose their names. */
const withoutControls = (line: string) => line.replace(/\p{Cc}+/gu, ' ')
