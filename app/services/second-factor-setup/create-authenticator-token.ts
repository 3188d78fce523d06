import { randomUUID } from 'node:crypto'
import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { authorizedWrite } from '../access/authorized-write'
import { requireOwnUser } from '../access/users'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { createAuthenticatorSecret } from '../second-factor/authenticator-code'
import { sealAuthenticatorSecret } from '../second-factor/authenticator-secret'
import { countAuthenticatorTokens } from '../second-factor/second-factor'
import { toPendingJson, type PendingToken } from './pending-token'

const maximumTokens = 10

/**
 * Makes an authenticator token that is pending until a code of it was seen, in place of one that was pending before.
 *
 * @throws DomainError `conflict` for who has ten already
 */
export function createAuthenticatorToken(
  dependencies: Dependencies,
  actor: HumanActor,
): Promise<PendingToken> {
  const { clock } = dependencies
  return authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    const { id: userId, email } = await requireOwnUser(actor)
    await AuthenticatorToken.destroy({ where: { userId, activatedAt: null } })
    if ((await countAuthenticatorTokens(userId)) >= maximumTokens)
      throw new DomainError('conflict', accountMessages.authenticatorLimit)
    const row = { id: randomUUID(), userId }
    const secret = createAuthenticatorSecret()
    await AuthenticatorToken.create({
      ...row,
      secret: sealAuthenticatorSecret(dependencies, row, secret),
      createdAt: new Date(clock.now()),
    })
    return toPendingJson(row.id, email, secret)
  })
}
