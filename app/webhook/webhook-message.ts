import type { NewsKind } from '../../core/news/news-kinds'

/** News as a webhook gets them. */
export interface WebhookNews {
  kind: NewsKind | 'test'
  /** One sentence. */
  headline: string
  /** Why, and what follows, where there is more to say. */
  details: string
  /** Address of the page that tells more. */
  page: string
  epoch: number
  /** Data for programs. */
  data: Record<string, unknown>
}

/** Characters of the details: chat programs show no more of a message. */
const longestDetails = 1_500

/**
 * The body of a message: what Slack, and whoever takes its messages, shows (`text`, `blocks`), and for programs `type`, `timestamp` and
 * `data` as Standard Webhooks has them.
 */
export function webhookBody({ kind, headline, details, page, epoch, data }: WebhookNews): string {
  const said = details.length > longestDetails ? `${details.slice(0, longestDetails - 1)}…` : details
  const text = [headline, said].filter(Boolean).map(escapeMrkdwn).join('\n')
  const shown = [`*${escapeMrkdwn(headline)}*`, escapeMrkdwn(said), `<${page}|Open in SDO>`]
  return JSON.stringify({
    type: kind,
    timestamp: new Date(epoch).toISOString(),
    text,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: shown.filter(Boolean).join('\n') } }],
    data: { ...data, page },
  })
}

/** Without it a name or an error could mention everybody in a channel. */
const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
