import { date, dates, key, optional, table, text, uuid } from './table'

/** The link that lets a person set a new password, one per person; only the hash of its token is kept. */
export class PasswordReset extends table('password_resets', {
  userId: key(uuid()),
  tokenHash: text(),
  expiresAt: date(),
  sentAt: optional(dates()),
}) {}

/** A request for a link to set a new password, until it was looked whether the address is anybody's. */
export class PasswordResetRequest extends table('password_reset_requests', {
  id: key(uuid()),
  /** Sealed. */
  address: text(),
  createdAt: date(),
}) {}

/** The link by which a person whom an admin added chooses a password, one per person; only the hash of its token is kept. */
export class Invitation extends table('invitations', {
  userId: key(uuid()),
  tokenHash: text(),
  expiresAt: date(),
  sentAt: optional(dates()),
}) {}
