import { escapeHtml } from './escape-html'
import { greet, type MailOwner, type Mail } from './mail'

/** Sentence for what ended every other session. */
export const loggedOutElsewhere = 'You were logged out everywhere else.'

/** Tells people that how they log in was changed, so that they notice when it was not they who did it. */
export function securityNoticeMail({
  owner,
  what,
  consequence,
  publicUrl,
}: {
  owner: MailOwner
  /** The event as a sentence without its full stop. */
  what: string
  /** Its consequence in whole sentences. */
  consequence: string
  publicUrl: string
}): Mail {
  const link = `${publicUrl}/login/forgot-password`
  return {
    subject: what,
    text: [
      greet(owner),
      '',
      `${what}. ${consequence}`,
      '',
      'If it was not you, set a new password at once:',
      '',
      link,
      '',
    ].join('\n'),
    html: [
      `<p>${escapeHtml(greet(owner))}</p>`,
      `<p>${escapeHtml(`${what}. ${consequence}`)}</p>`,
      `<p>If it was not you, <a href="${escapeHtml(link)}">set a new password</a> at once.</p>`,
    ].join('\n'),
  }
}
