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
      'Hello,',
      '',
      `your verification code is ${code}. It is valid for 10 minutes.`,
      '',
      `Enter it on the page that asked for it, or log in at ${page}.`,
      '',
      'Give it to nobody. If it was not you who just registered or logged in, ignore this mail.',
      '',
    ].join('\n'),
    html: [
      '<p>Hello,</p>',
      `<p>your verification code is <strong>${code}</strong>. It is valid for 10 minutes.</p>`,
      `<p>Enter it on the page that asked for it, or log in at <a href="${escapeHtml(page)}">${escapeHtml(page)}</a>.</p>`,
      '<p>Give it to nobody. If it was not you who just registered or logged in, ignore this mail.</p>',
    ].join('\n'),
  }
}
