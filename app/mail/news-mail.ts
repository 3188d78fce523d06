import { escapeHtml } from './escape-html'
import { greet, type MailOwner, type Mail } from './mail'

/** What a mail tells of a piece of news. It goes to verified people of the team alone, who see all of it in the portal too. */
interface MailedNews {
  /** One sentence: the subject, and what the mail begins with. */
  headline: string
  /** What it is about, by label, such as the environment. */
  facts: Record<string, string>
  /** Why, and what follows; may be empty. */
  details: string
  /** Last lines of the process that it is about, oldest first, secrets masked. */
  output: string[]
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

const outputTitle = 'Last lines of output:'

/** Tells somebody of a team of a piece of news. */
export function newsMail(
  { headline, facts, details, output, link }: MailedNews,
  { owner, page, settings }: Recipient,
): Mail {
  const said = Object.entries(facts).map(([label, value]) => `${label}: ${value}`)
  const paragraphs = [
    greet(owner),
    `${headline}.`,
    said.join('\n'),
    details,
    output.length > 0 ? [outputTitle, ...output.map((line) => `    ${line}`)].join('\n') : '',
    `${link}:\n\n${page}`,
    `Manage e-mail preferences:\n\n${settings}`,
  ]
  const html = [
    `<p>${escapeHtml(greet(owner))}</p>`,
    `<p>${escapeHtml(`${headline}.`)}</p>`,
    said.length > 0 && `<p>${said.map(escapeHtml).join('<br>')}</p>`,
    details && `<p>${escapeHtml(details).replaceAll('\n', '<br>')}</p>`,
    output.length > 0 && `<p>${outputTitle}</p><pre>${output.map(escapeHtml).join('&#10;')}</pre>`,
    `<p><a href="${escapeHtml(page)}">${link}</a></p>`,
    `<p><a href="${escapeHtml(settings)}">Manage e-mail preferences</a></p>`,
  ]
  return {
    subject: headline,
    text: `${paragraphs.filter(Boolean).join('\n\n')}\n`,
    html: html.filter(Boolean).join('\n'),
    unsubscribePage: settings,
  }
}
