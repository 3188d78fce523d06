import { date, key, table, text, uuid, optional } from './table'

/** A version of the terms of service, as HTML. */
export class Terms extends table('terms', {
  id: key(uuid()),
  content: text(),
  effectiveAt: date(),
}) {}

/** A row for each person and the terms that they have accepted: when. */
export class TermsAcceptance extends table('terms_acceptances', {
  userId: key(uuid()),
  termsId: key(uuid()),
  acceptedAt: optional(date()),
}) {}

/** A row for each person and the terms that they have seen: when first. */
export class TermsOpening extends table('terms_openings', {
  userId: key(uuid()),
  termsId: key(uuid()),
  openedAt: optional(date()),
}) {}
