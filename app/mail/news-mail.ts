import { escapeHtml } from './escape-html'
import { greet, type MailOwner } from './greeting'
import type { Mail } from './mail'

/** Words of a mail on a piece of news. Names and reasons are left to the page, which only the team sees. */
export interface NewsWords {
  subject: string
  what: string
  /** Text of the link to its page. */
  link: string
}

interface Recipient {
  owner: MailOwner
  /** Address of the page that tells more. */
  page: string
  /** Address of the page where the recipient chooses what is mailed. */
  settings: string
}

/** Tells somebody of a team of a piece of news. */
export const newsMail = ({ subject, what, link }: NewsWords, { owner, page, settings }: Recipient): Mail => ({
  subject,
  text: [
    greet(owner),
    '',
    what,
    '',
    `${link}:`,
    '',
    page,
    '',
    'Manage e-mail preferences:',
    '',
    settings,
    '',
  ].join('\n'),
  html: [
    `<p>${escapeHtml(greet(owner))}</p>`,
    `<p>${escapeHtml(what)}</p>`,
    `<p><a href="${escapeHtml(page)}">${link}</a></p>`,
    `<p><a href="${escapeHtml(settings)}">Manage e-mail preferences</a></p>`,
  ].join('\n'),
  unsubscribePage: settings,
})
