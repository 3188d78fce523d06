import { boolean, date, key, nullable, optional, table, text, uuid } from './table'

/** A signed-in person or integration; only the hash of its token is kept. */
export class Session extends table('sessions', {
  id: key(uuid()),
  tokenHash: text(),
  userId: optional(nullable(uuid())),
  integrationUserId: optional(nullable(uuid())),
  integrationTokenId: optional(nullable(uuid())),
  integrationTrustId: optional(nullable(uuid())),
  /** Address that the session was opened from. */
  address: optional(text()),
  userAgent: optional(text()),
  /** Whether a command line got it by a device code, and not somebody who typed a password. */
  isByDeviceCode: optional(boolean()),
  /** When a code from the person's mailbox was typed here. */
  verifiedAt: optional(nullable(date())),
  createdAt: optional(date()),
  lastSeenAt: optional(date()),
  expiresAt: date(),
}) {}

/** Somebody whose password was right and whose code is still to come; only the hash of its token is kept. */
export class LoginChallenge extends table('login_challenges', {
  id: key(uuid()),
  userId: uuid(),
  tokenHash: text(),
  expiresAt: date(),
}) {}
