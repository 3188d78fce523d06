import { boolean, date, key, nullable, optional, table, text, uuid } from './table'

/** A human user. */
export class User extends table('users', {
  id: key(uuid()),
  teamId: uuid(),
  name: text(),
  email: text(),
  passwordHash: text(),
  isAdmin: boolean(),
  verifiedAt: optional(nullable(date())),
  forcePasswordChange: optional(boolean()),
  shouldReceiveAnnouncements: optional(boolean()),
  createdAt: optional(date()),
}) {}
