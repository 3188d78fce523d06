import type { TeamNews } from '../../core/news/news-kinds'
import { date, key, nullable, optional, table, text, texts, uuid } from './table'

/** Where a team is told of its news. */
export class Webhook extends table('webhooks', {
  id: key(uuid()),
  teamId: uuid(),
  /** Sealed, for whoever knows the address of some services may write there. */
  url: text(),
  /** Sealed. */
  secret: text(),
  secretCreatedAt: date(),
  /** Sealed; it signs as well until then. */
  formerSecret: optional(nullable(text())),
  formerUntil: optional(nullable(date())),
  /** News of the whole team that it is told; each environment has its own list. */
  teamEvents: optional(texts<TeamNews>()),
  createdAt: date(),
}) {}
