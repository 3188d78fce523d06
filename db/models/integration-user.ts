import { date, key, optional, table, text, uuid, integer, nullable } from './table'

/** Automation, such as a build system. */
export class IntegrationUser extends table('integration_users', {
  id: key(uuid()),
  teamId: uuid(),
  name: text(),
  createdAt: optional(date()),
}) {}

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

/** Identities of a build system that may log in as an integration user. */
export class IntegrationTrust extends table('integration_trusts', {
  id: key(uuid()),
  integrationUserId: uuid(),
  /** The admin who made it; null where that is not known any more. */
  madeBy: optional(nullable(uuid())),
  /** The `iss` of their tokens. */
  issuer: text(),
  /** With `*` for any characters of one part. */
  subject: text(),
  /** Null for the portal's own address. */
  audience: optional(nullable(text())),
  /** Null for any, and for none. */
  environment: optional(nullable(text())),
  lastUsedAt: optional(nullable(date())),
  /** Subject of the identity that used the trust last. */
  lastSubject: optional(nullable(text())),
  createdAt: optional(date()),
}) {}
