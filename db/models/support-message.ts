import { date, key, optional, table, text, uuid } from './table'

/** A message that somebody wrote on the contact page. */
export class SupportMessage extends table('support_messages', {
  id: key(uuid()),
  name: text(),
  email: text(),
  message: text(),
  /** IP address of the client. */
  source: text(),
  createdAt: optional(date()),
}) {}
