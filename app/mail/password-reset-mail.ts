import { escapeHtml } from './escape-html'
import { greet, type MailOwner, type Mail } from './mail'

/** The mail with the link that lets somebody set a new password, once and within 10 minutes. */
export function passwordResetMail({
  owner,
  token,
  publicUrl,
}: {
  /** Owner of the address; null where nobody has it, and the mail is not sent. */
  owner: MailOwner | null
  token: string
  publicUrl: string
}): Mail {
  const link = `${publicUrl}/login?forgot=true&token=${encodeURIComponent(token)}`
  return {
    subject: 'Set a new password for SDO',
    text: [
      greet(owner),
      '',
      'somebody requested a new password for your SDO login. Set it here:',
      '',
      link,
      '',
      'The link works once and for 10 minutes. If it was not you, ignore this e-mail: your password does not change.',
      '',
    ].join('\n'),
    html: [
      `<p>${escapeHtml(greet(owner))}</p>`,
      `<p>somebody requested a new password for your SDO login. <a href="${escapeHtml(link)}">Set a new password</a>.</p>`,
      '<p>The link works once and for 10 minutes. If it was not you, ignore this e-mail: your password does not change.</p>',
    ].join('\n'),
  }
}
