import { date, key, table, text, uuid } from './table'

/** A version of the terms of service, as HTML. */
export class Terms extends table('terms', {
  id: key(uuid()),
  content: text(),
  effectiveAt: date(),
}) {}
