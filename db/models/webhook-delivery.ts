import type { NewsKind } from '../../core/news/news-kinds'
import { boolean, date, integer, key, nullable, optional, table, text, uuid } from './table'

/** A message to a webhook; written in the transaction that causes it. */
export class WebhookDelivery extends table('webhook_deliveries', {
  id: key(uuid()),
  webhookId: uuid(),
  kind: text<NewsKind | 'test'>(),
  /** Message in a sentence. */
  headline: text(),
  /** JSON, as it is sent. */
  body: text(),
  createdAt: date(),
  attempts: optional(integer()),
  /** The next attempt begins no sooner. While one is under way: when its process is believed to be gone. */
  dueAt: date(),
  /** Whether an attempt is under way. */
  isClaimed: optional(boolean()),
  deliveredAt: optional(nullable(date())),
  failedAt: optional(nullable(date())),
  /** Status of the latest answer. */
  status: optional(nullable(integer())),
  /** Why the latest attempt did not succeed. */
  failure: optional(nullable(text())),
}) {}
