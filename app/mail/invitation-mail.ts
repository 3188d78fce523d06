import { escapeHtml } from './escape-html'
import type { Mail } from './mail'

/** Addresses may look like anything, like a link with an @ in it, for example. */
const usualAddress = /^[\w+-]+(\.[\w+-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i

const passwordFromAdmin =
  'Log in within a week, with this e-mail address and the password that your admin gives you. You then verify the address with a code and choose your own password.'

/**
 * Tells somebody that an admin made a login for them at `publicUrl`. They choose its password by the link with `token`; without one it comes
 * from the admin, never by mail. Of what the admin typed it says nothing but the address they proved to have, so that it is our letter and
 * not theirs.
 */
export function invitationMail({
  invitedBy: address,
  publicUrl,
  token,
}: {
  /** E-mail address, verified. */
  invitedBy: string
  publicUrl: string
  token?: string
}): Mail {
  const invitedBy = usualAddress.test(address) ? address : 'An admin of your team'
  const page =
    token === undefined
      ? `${publicUrl}/login`
      : `${publicUrl}/login?invited=true&token=${encodeURIComponent(token)}`
  const terms = `The terms of service that your team accepted also apply to you: ${publicUrl}/terms`
  const next =
    token === undefined
      ? passwordFromAdmin
      : 'Open the link to choose your password, then log in with this e-mail address. The link works once and for 7 days.'
  return {
    subject: 'You’ve been added to SDO',
    text: [
      'Hello,',
      '',
      `${invitedBy} created an SDO login for you: ${page}`,
      '',
      next,
      '',
      terms,
      '',
      'If you weren’t expecting this, ignore this e-mail.',
      '',
    ].join('\n'),
    html: [
      '<p>Hello,</p>',
      `<p>${escapeHtml(invitedBy)} created an SDO login for you: <a href="${escapeHtml(page)}">${escapeHtml(page)}</a></p>`,
      `<p>${escapeHtml(next)}</p>`,
      `<p>${escapeHtml(terms)}</p>`,
      '<p>If you weren’t expecting this, ignore this e-mail.</p>',
    ].join('\n'),
  }
}
