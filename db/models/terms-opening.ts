import { date, key, optional, table, uuid } from './table'

/** A row for each person and the terms that they have seen: when first. */
export class TermsOpening extends table('terms_openings', {
  userId: key(uuid()),
  termsId: key(uuid()),
  openedAt: optional(date()),
}) {}
