import { date, key, table, text, uuid } from './table'

/** Somebody whose password was right and whose code is still to come; only the hash of its token is kept. */
export class LoginChallenge extends table('login_challenges', {
  id: key(uuid()),
  userId: uuid(),
  tokenHash: text(),
  expiresAt: date(),
}) {}
