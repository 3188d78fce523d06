import { date, key, optional, table, uuid } from './table'

/** A row for each person and the terms that they have accepted: when. */
export class TermsAcceptance extends table('terms_acceptances', {
  userId: key(uuid()),
  termsId: key(uuid()),
  acceptedAt: optional(date()),
}) {}
