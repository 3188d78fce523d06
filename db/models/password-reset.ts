import { date, dates, key, optional, table, text, uuid } from './table'

/** The link that lets a person set a new password, one per person; only the hash of its token is kept. */
export class PasswordReset extends table('password_resets', {
  userId: key(uuid()),
  tokenHash: text(),
  expiresAt: date(),
  sentAt: optional(dates()),
}) {}
