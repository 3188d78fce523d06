import { date, integer, key, nullable, optional, table, text, uuid } from './table'

/** A message to send; written in the transaction that causes it. */
export class MailMessage extends table('mail_messages', {
  id: key(uuid()),
  recipient: text(),
  /** The team whose news it is; null where one person waits for it. */
  teamId: optional(nullable(uuid())),
  /** Subject, text and HTML, sealed; null once they are gone. */
  content: nullable(text()),
  createdAt: optional(date()),
  attempts: optional(integer()),
  /** The next attempt begins no sooner. While one is under way: when its process is believed to be gone. */
  dueAt: optional(date()),
  /** Since then a server may have the mail, and no other attempt may begin. */
  handedOverAt: optional(nullable(date())),
  sentAt: optional(nullable(date())),
  failedAt: optional(nullable(date())),
  /** Why the latest attempt did not succeed. */
  failure: optional(nullable(text())),
}) {}
