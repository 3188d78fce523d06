import { date, integer, key, nullable, optional, table, text, uuid } from './table'

/** A browser that a person logged in with before; only the hash of the token in its cookie is kept. */
export class KnownBrowser extends table('known_browsers', {
  id: key(uuid()),
  userId: uuid(),
  tokenHash: text(),
  /** Wrong passwords and codes since the last login, and tries under way. */
  failures: optional(integer()),
  /** When a code of the second factor was last tried. */
  codeTriedAt: optional(nullable(date())),
  createdAt: date(),
  /** The last login with it; null for one that never came back. */
  returnedAt: optional(nullable(date())),
  expiresAt: date(),
}) {}
