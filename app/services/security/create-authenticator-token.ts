import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { accountMessages } from '../../../core/account-messages'
import { DomainError } from '../../../core/errors'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { inTransaction } from '../../../db/transaction'
import { authenticatorUri, createAuthenticatorSecret } from '../accounts/authenticator-code'
import { requireOwnUser } from '../accounts/require-own-user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { toPendingJson, type PendingToken } from './pending-token'

const maximumTokens = 10

/**
 * Makes an authenticator token that is pending until a code of it was seen, in place of one that was pending before.
 *
 * @throws DomainError `conflict` for who has ten already
 */
export function createAuthenticatorToken(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
): Promise<PendingToken> {
  return inTransaction(sequelize, async () => {
    const { id: userId, email } = await requireOwnUser(actor)
    await AuthenticatorToken.destroy({ where: { userId, activatedAt: null } })
    const active = await AuthenticatorToken.count({ where: { userId, activatedAt: { [Op.not]: null } } })
    if (active >= maximumTokens) throw new DomainError('conflict', accountMessages.authenticatorLimit)
    const token = await AuthenticatorToken.create({
      id: randomUUID(),
      userId,
      secret: createAuthenticatorSecret(),
      createdAt: new Date(clock.now()),
    })
    return toPendingJson(token, authenticatorUri(email, token.secret))
  })
}
