import { date, key, optional, table, uuid } from './table'

/** Who has seen which terms, and when first. */
export class TermsOpening extends table('terms_openings', {
  userId: key(uuid()),
  termsId: key(uuid()),
  openedAt: optional(date()),
}) {}
