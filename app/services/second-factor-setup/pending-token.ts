import { Op } from 'sequelize'
import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { authenticatorUri } from '../second-factor/authenticator-code'
import { findAuthenticatorSecret } from '../second-factor/authenticator-secret'

/** A token whose app has not shown a code yet. */
export interface PendingToken {
  secretId: string
  /** The address that a QR image holds. */
  uri: string
  /** The key, for who types it into the app. */
  code: string
}

/** How long a new token waits for its first code. */
export const pendingMilliseconds = 30 * 60_000

/** The actor's pending token `id`, while it waits. */
export const findPendingToken = (
  { clock }: Dependencies,
  { userId }: HumanActor,
  id: string,
): Promise<AuthenticatorToken | null> | null =>
  isUuid(id)
    ? AuthenticatorToken.findOne({
        where: {
          id,
          userId,
          activatedAt: null,
          createdAt: { [Op.gt]: new Date(clock.now() - pendingMilliseconds) },
        },
      })
    : null

/**
 * The content of the page that sets a token up; null once it is a second factor.
 *
 * @throws DomainError `not-found` for a token that is none of the actor's, or waits no longer
 */
export async function getPendingToken(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<PendingToken | null> {
  const token = await findPendingToken(dependencies, actor, id)
  if (!token && (await isActive(actor, id))) return null
  const secret = token && findAuthenticatorSecret(dependencies, token)
  if (!secret) throw notFound('The authenticator token')
  return toPendingJson(token.id, actor.email, secret)
}

const isActive = async ({ userId }: HumanActor, id: string): Promise<boolean> =>
  isUuid(id) &&
  (await AuthenticatorToken.count({ where: { id, userId, activatedAt: { [Op.not]: null } } })) > 0

export const toPendingJson = (id: string, email: string, secret: string): PendingToken => ({
  secretId: id,
  uri: authenticatorUri(email, secret),
  code: secret,
})
