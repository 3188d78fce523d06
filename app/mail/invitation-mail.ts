import { escapeHtml } from './escape-html'
import type { Mail } from './mail'

/** Tells somebody that an admin made a login for them at `publicUrl`. The password comes from the admin, never by mail. */
export function invitationMail({
  name,
  invitedBy,
  publicUrl,
}: {
  name: string
  invitedBy: string
  publicUrl: string
}): Mail {
  const page = `${publicUrl}/login`
  const terms = `The terms of service that your team accepted hold for you, too: ${publicUrl}/terms`
  const next = `Log in with this e-mail address and the password that ${invitedBy} gives you. You will then confirm the address with a code and choose a password of your own.`
  return {
    subject: 'You have a login at SDO',
    text: [
      `Hello ${name},`,
      '',
      `${invitedBy} made a login at SDO for you: ${page}`,
      '',
      next,
      '',
      terms,
      '',
      'If you do not know what this is about, ignore this mail.',
      '',
    ].join('\n'),
    html: [
      `<p>Hello ${escapeHtml(name)},</p>`,
      `<p>${escapeHtml(invitedBy)} made a login at SDO for you: <a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`,
      `<p>${escapeHtml(next)}</p>`,
      `<p>${escapeHtml(terms)}</p>`,
      '<p>If you do not know what this is about, ignore this mail.</p>',
    ].join('\n'),
  }
}
