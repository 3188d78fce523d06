import { date, dates, integer, key, optional, table, text, uuid } from './table'

/** The code that proves a user's e-mail address; one per user. */
export class VerificationCode extends table('verification_codes', {
  userId: key(uuid()),
  codeHash: text(),
  attempts: optional(integer()),
  expiresAt: date(),
  /** When codes were sent of late. */
  sentAt: optional(dates()),
}) {}
