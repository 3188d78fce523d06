import type { Mail } from './mail'

/** A mail on its way to one person. */
export interface OutgoingMail extends Mail {
  /** Id of the mail, the same at every attempt; becomes the Message-ID. */
  id: string
  recipient: string
  queuedAt: Date
}

export type MailOutcome =
  | { result: 'sent' }
  /** `reason` is for operators and names no credentials. */
  | { result: MailFailure; reason: string }

/**
 * `refused`: this mail will never be taken. `deferred`: this mail is not taken now. `unavailable`: nobody takes any mail
 * now. `unanswered`: it may have been taken or not, and asking again could send it twice.
 */
type MailFailure = 'refused' | 'deferred' | 'unavailable' | 'unanswered'

/** Where mails go: a mail server, or the mailbox of standalone mode. */
export interface MailTransport {
  /** Whether people read the mails where they are stored, so that their content must stay there. */
  readonly showsStoredMails: boolean
  /**
   * Tries once to deliver. Calls `handOver` at most once, at the last moment at which the mail is certainly not delivered;
   * only when that resolved may it be delivered.
   *
   * @throws what `handOver` rejected with; the mail is not delivered then
   */
  send(mail: OutgoingMail, handOver: () => Promise<void>): Promise<MailOutcome>
}
