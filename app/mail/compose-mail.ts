import MailComposer from 'nodemailer/lib/mail-composer'
import type { OutgoingMail } from './mail-transport'
import type { Sender } from './sender'

/** The mail as it is sent (RFC 5322), with a text and an HTML part. The same mail gives the same Message-ID. */
export function composeMail(mail: OutgoingMail, sender: Sender): Promise<Buffer> {
  const domain = sender.address.slice(sender.address.indexOf('@') + 1)
  return new MailComposer({
    from: sender,
    // As an object: a string would be read as a list.
    to: { name: '', address: mail.recipient },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${domain}>`,
    date: mail.queuedAt,
    // Nobody's holiday notice should answer.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.unsubscribePage && { 'List-Unsubscribe': `<${mail.unsubscribePage}>` }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
