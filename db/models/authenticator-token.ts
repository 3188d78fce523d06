import { date, integer, key, nullable, optional, table, text, uuid } from './table'

/** A second factor of a person: the key shared with an authenticator app; pending until a code of it was seen. */
export class AuthenticatorToken extends table('authenticator_tokens', {
  id: key(uuid()),
  userId: uuid(),
  secret: text(),
  createdAt: optional(date()),
  activatedAt: optional(nullable(date())),
  lastUsedAt: optional(nullable(date())),
  lastUsedStep: optional(nullable(integer())),
}) {}

/** Logs somebody in once in place of a code of their app; only its hash is kept, until it is used. */
export class RecoveryCode extends table('recovery_codes', {
  userId: key(uuid()),
  codeHash: key(text()),
  createdAt: date(),
}) {}
