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
