import { boolean, date, key, optional, table, text, uuid } from './table'

/** A place to type a code of the second factor: what was proven before. */
export type CodeProof = 'password' | 'mailbox'

/** The codes that were typed for a person's login, after one proof, by browsers that are not known. */
export class CodeSlot extends table('code_slots', {
  userId: key(uuid()),
  proof: key(text<CodeProof>()),
  codeTriedAt: date(),
  /** When the last wrong code is forgiven; each takes a day. */
  forgivenAt: date(),
  /** Whether the owner was told since all were forgiven. */
  isTold: optional(boolean()),
}) {}
