import { date, key, table, text, uuid } from './table'

/** A request for a link to set a new password, until it was looked whether the address is anybody's. */
export class PasswordResetRequest extends table('password_reset_requests', {
  id: key(uuid()),
  /** Sealed. */
  address: text(),
  createdAt: date(),
}) {}
