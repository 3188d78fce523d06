import { escapeHtml } from './escape-html'
import { greet, type MailOwner } from './greeting'
import type { Mail } from './mail'

interface DeploymentNews {
  owner: MailOwner
  /** Number of the deployment. */
  sequence: number
  /** Address of its page. */
  page: string
}

/** Tells people of a team how a deployment of theirs ended. What it was called, and why, is left to the page, which is theirs. */
export const deploymentMail = (outcome: 'failed' | 'live', news: DeploymentNews): Mail =>
  outcome === 'failed'
    ? mailOf(news, {
        subject: `Deployment ${news.sequence} failed`,
        what: `Deployment ${news.sequence} of one of your environments failed. Whatever ran before still runs.`,
        link: 'Why, and what to do',
      })
    : mailOf(news, {
        subject: `Deployment ${news.sequence} is live`,
        what: `Deployment ${news.sequence} of one of your environments is live.`,
        link: 'What changed',
      })

/** Tells people of a team that a deployment of theirs got unhealthy and was undone. */
export const undoMail = (news: DeploymentNews): Mail =>
  mailOf(news, {
    subject: `Deployment ${news.sequence} is undone`,
    what: `Deployment ${news.sequence} of one of your environments got unhealthy soon after it was live, so SDO brings back what ran before.`,
    link: 'Why, and what to do',
  })

interface Words {
  subject: string
  what: string
  /** What its page tells. */
  link: string
}

const mailOf = ({ owner, page }: DeploymentNews, { subject, what, link }: Words): Mail => ({
  subject,
  text: [greet(owner), '', what, '', `${link}:`, '', page, ''].join('\n'),
  html: [
    `<p>${escapeHtml(greet(owner))}</p>`,
    `<p>${escapeHtml(what)}</p>`,
    `<p><a href="${escapeHtml(page)}">${link}</a></p>`,
  ].join('\n'),
})
