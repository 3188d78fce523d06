import { randomUUID } from 'node:crypto'
import type { Webhook } from '../../../db/models/webhook'
import { WebhookDelivery } from '../../../db/models/webhook-delivery'
import { webhookBody, type WebhookNews } from '../../webhook/webhook-message'
import type { Dependencies } from '../dependencies'

/** For one webhook. Whoever answers nothing for a day is told no more than that of what happened meanwhile. */
const mostWaiting = 500

/**
 * Puts a message in the outbox, in the transaction that causes it: it is sent exactly when the change is kept.
 *
 * @returns its id; undefined when too much waits for this webhook
 */
export async function queueDelivery(
  { clock, log }: Pick<Dependencies, 'clock' | 'log'>,
  { id: webhookId }: Webhook,
  news: Omit<WebhookNews, 'epoch'>,
): Promise<string | undefined> {
  const waiting = await WebhookDelivery.count({ where: { webhookId, deliveredAt: null, failedAt: null } })
  if (waiting >= mostWaiting) {
    log.warn({ webhook: webhookId, waiting }, 'Too many messages wait for a webhook: one is left out')
    return undefined
  }
  const now = clock.now()
  const id = randomUUID()
  await WebhookDelivery.create({
    id,
    webhookId,
    kind: news.kind,
    headline: news.headline,
    body: webhookBody({ ...news, epoch: now }),
    createdAt: new Date(now),
    dueAt: new Date(now),
  })
  return id
}
