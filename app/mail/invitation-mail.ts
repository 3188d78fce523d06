import { escapeHtml } from './escape-html'
import type { Mail } from './mail'

/** Addresses may look like anything, like a link with an @ in it, for example. */
const usualAddress = /^[\w+-]+(\.[\w+-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i

/**
 * Tells somebody that an admin made a login for them at `publicUrl`. The password comes from the admin, never by mail. Of what the
 * admin typed it says nothing but the address they proved to have, so that it is our letter and not theirs.
 */
export function invitationMail({
  invitedBy: address,
  publicUrl,
}: {
  /** E-mail address, verified. */
  invitedBy: string
  publicUrl: string
}): Mail {
  const invitedBy = usualAddress.test(address) ? address : 'An admin of your team'
  const page = `${publicUrl}/login`
  const terms = `The terms of service that your team accepted hold for you, too: ${publicUrl}/terms`
  const next =
    'Log in within a week, with this e-mail address and the password that your admin gives you. You will then confirm the address with a code and choose a password of your own.'
  return {
    subject: 'You have a login at SDO',
    text: [
      'Hello,',
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
      '<p>Hello,</p>',
      `<p>${escapeHtml(invitedBy)} made a login at SDO for you: <a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`,
      `<p>${escapeHtml(next)}</p>`,
      `<p>${escapeHtml(terms)}</p>`,
      '<p>If you do not know what this is about, ignore this mail.</p>',
    ].join('\n'),
  }
}
