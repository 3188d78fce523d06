import { date, integer, key, nullable, optional, table, text, uuid } from './table'

/** A long-lived token of an integration user; only its hash is kept. */
export class IntegrationToken extends table('integration_tokens', {
  id: key(uuid()),
  integrationUserId: uuid(),
  /** The admin who made it; null where that is not known any more. */
  madeBy: optional(nullable(uuid())),
  tokenHash: text(),
  maskedToken: text(),
  expiresAt: date(),
  lastUsedAt: optional(nullable(date())),
  /** How often people were told that it ends soon. */
  expiryNotices: optional(integer()),
  createdAt: optional(date()),
}) {}
