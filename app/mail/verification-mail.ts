import { escapeHtml } from './escape-html'
import type { Mail } from './mail'

/**
 * The mail that proves an address: `code` is to be typed at `publicUrl`/login/verify. It names nobody, for it goes to
 * addresses that strangers typed.
 */
export function verificationMail({ code, publicUrl }: { code: string; publicUrl: string }): Mail {
  const page = `${publicUrl}/login/verify`
  return {
    subject: `${code} is your SDO verification code`,
    text: [
      `Your verification code is ${code}. It is valid for 10 minutes.`,
      '',
      `Enter it on the open page, or log in at ${page}.`,
      '',
      'Don’t share it. If you didn’t just register or log in, ignore this e-mail.',
      '',
    ].join('\n'),
    html: [
      `<p>Your verification code is <strong>${code}</strong>. It is valid for 10 minutes.</p>`,
      `<p>Enter it on the open page, or log in at <a href="${escapeHtml(page)}">${escapeHtml(page)}</a>.</p>`,
      '<p>Don’t share it. If you didn’t just register or log in, ignore this e-mail.</p>',
    ].join('\n'),
  }
}
