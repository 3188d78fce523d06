import { date, dates, key, optional, table, text, uuid } from './table'

/** The link by which a person whom an admin added chooses a password, one per person; only the hash of its token is kept. */
export class Invitation extends table('invitations', {
  userId: key(uuid()),
  tokenHash: text(),
  expiresAt: date(),
  sentAt: optional(dates()),
}) {}
