import type { NewsKind } from '../../core/news/news-kinds'
import { boolean, date, key, nullable, optional, table, text, texts, uuid, dates, integer } from './table'

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

/** The code that proves a user's e-mail address; one per user. */
export class VerificationCode extends table('verification_codes', {
  userId: key(uuid()),
  codeHash: text(),
  attempts: optional(integer()),
  expiresAt: date(),
  /** When codes were sent of late. */
  sentAt: optional(dates()),
}) {}
