import type { NewsKind } from '../../core/news/news-kinds'
import { boolean, date, key, nullable, optional, table, text, texts, uuid } from './table'

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
  /** Of what this person wants no mails. */
  unwantedMails: optional(texts<NewsKind>()),
  createdAt: optional(date()),
}) {}
