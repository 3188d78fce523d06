import type { AuthenticatorToken } from '../../../db/models/authenticator-token'
import type { Dependencies } from '../dependencies'
import { seal, unseal } from '../secrets/seal'

type Row = Pick<AuthenticatorToken, 'id' | 'userId'>

/** The row that a secret belongs to: copied to another one, or to another person, it does not open. */
const purposeOf = ({ id, userId }: Row) => `authenticator-token ${id} of user ${userId}`

/** How the secret of the token `row` is kept. */
export const sealAuthenticatorSecret = (
  { authenticatorKeys }: Pick<Dependencies, 'authenticatorKeys'>,
  row: Row,
  secret: string,
): string => seal(authenticatorKeys, secret, purposeOf(row))

/**
 * The secret of `token`; undefined, and a line for the operator, when it cannot be read. Then no code of it is right.
 */
export function findAuthenticatorSecret(
  { authenticatorKeys, log }: Pick<Dependencies, 'authenticatorKeys' | 'log'>,
  token: Row & Pick<AuthenticatorToken, 'secret'>,
): string | undefined {
  try {
    return unseal(authenticatorKeys, token.secret, purposeOf(token))
  } catch (failure) {
    log.error(
      { err: failure, authenticatorTokenId: token.id, userId: token.userId },
      'The secret of an authenticator token cannot be read: nobody can log in with its codes',
    )
    return undefined
  }
}
