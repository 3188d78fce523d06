import { findPersonNameFault } from '../input/names'

/** A mail without its recipient. */
export interface Mail {
  subject: string
  text: string
  html: string
  /** Where its recipient can end such mails; mail programs offer it. */
  unsubscribePage?: string
}

/** Whom a mail is to, as far as they are known. */
export interface MailOwner {
  name: string
  verifiedAt: Date | null
}

/**
 * How a mail begins. It has a name only once whoever has the mailbox has proved it, for until then a stranger may have typed
 * it; and only one that could be chosen today, for older ones may hold lines and addresses.
 */
export const greet = (owner: MailOwner | null): string =>
  owner?.verifiedAt && findPersonNameFault(owner.name) === undefined ? `Hello ${owner.name},` : 'Hello,'
