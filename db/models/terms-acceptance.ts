import { date, key, optional, table, uuid } from './table'

/** Who accepted which terms, and when. */
export class TermsAcceptance extends table('terms_acceptances', {
  userId: key(uuid()),
  termsId: key(uuid()),
  acceptedAt: optional(date()),
}) {}
