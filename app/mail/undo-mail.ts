import { escapeHtml } from './escape-html'
import { greet, type MailOwner } from './greeting'
import type { Mail } from './mail'

/** Tells people of a team that a deployment of theirs got unhealthy and was undone. What it was called is left to the page, which is theirs. */
export function undoMail({
  owner,
  sequence,
  page,
}: {
  owner: MailOwner
  /** Number of the deployment that was undone. */
  sequence: number
  /** Address of its page. */
  page: string
}): Mail {
  const what = `Deployment ${sequence} of one of your environments got unhealthy soon after it was live, so SDO brings back what ran before.`
  return {
    subject: `Deployment ${sequence} is undone`,
    text: [greet(owner), '', what, '', 'Why, and what to do:', '', page, ''].join('\n'),
    html: [
      `<p>${escapeHtml(greet(owner))}</p>`,
      `<p>${escapeHtml(what)}</p>`,
      `<p><a href="${escapeHtml(page)}">Why, and what to do</a></p>`,
    ].join('\n'),
  }
}
