import { date, key, table, text, uuid } from './table'

/** Logs somebody in once in place of a code of their app; only its hash is kept, until it is used. */
export class RecoveryCode extends table('recovery_codes', {
  userId: key(uuid()),
  codeHash: key(text()),
  createdAt: date(),
}) {}
