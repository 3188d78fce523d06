import { escapeHtml } from './escape-html'
import type { Mail } from './mail'

/** The mail with the link that lets somebody set a new password, once and within 10 minutes. */
export function passwordResetMail({
  name,
  token,
  publicUrl,
}: {
  name: string
  token: string
  publicUrl: string
}): Mail {
  const link = `${publicUrl}/login?forgot=true&token=${encodeURIComponent(token)}`
  return {
    subject: 'Set a new password for SDO',
    text: [
      `Hello ${name},`,
      '',
      'somebody asked for a new password for your SDO login. Set it here:',
      '',
      link,
      '',
      'The link works once and for 10 minutes. If it was not you, ignore this mail: your password stays as it is.',
      '',
    ].join('\n'),
    html: [
      `<p>Hello ${escapeHtml(name)},</p>`,
      `<p>somebody asked for a new password for your SDO login. <a href="${escapeHtml(link)}">Set a new password</a>.</p>`,
      '<p>The link works once and for 10 minutes. If it was not you, ignore this mail: your password stays as it is.</p>',
    ].join('\n'),
  }
}
