import { escapeHtml } from './escape-html'
import type { Mail } from './mail'

/** The mail that proves an address: `code` is to be typed at `publicUrl`/login/verify. */
export function verificationMail({
  name,
  code,
  publicUrl,
}: {
  name: string
  code: string
  publicUrl: string
}): Mail {
  const page = `${publicUrl}/login/verify`
  return {
    subject: `${code} is your SDO verification code`,
    text: [
      `Hello ${name},`,
      '',
      `your verification code is ${code}. It is valid for 10 minutes.`,
      '',
      `Enter it on the page that asked for it, or log in at ${page}.`,
      '',
      'If you did not register with SDO, ignore this mail.',
      '',
    ].join('\n'),
    html: [
      `<p>Hello ${escapeHtml(name)},</p>`,
      `<p>your verification code is <strong>${code}</strong>. It is valid for 10 minutes.</p>`,
      `<p>Enter it on the page that asked for it, or log in at <a href="${escapeHtml(page)}">${escapeHtml(page)}</a>.</p>`,
      '<p>If you did not register with SDO, ignore this mail.</p>',
    ].join('\n'),
  }
}
