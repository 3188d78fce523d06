import { Op } from 'sequelize'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { Session } from '../../../db/models/session'
import { idleMilliseconds } from '../accounts/session-limits'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'

/** The actor's second factors, oldest first, and where the actor is logged in, last used first. */
export async function getSecurity({ clock }: Dependencies, { userId, sessionId }: HumanActor) {
  const now = clock.now()
  const [tokens, sessions] = await Promise.all([
    AuthenticatorToken.findAll({
      where: { userId, activatedAt: { [Op.not]: null } },
      attributes: ['id', 'createdAt', 'lastUsedAt'],
      order: [['createdAt', 'ASC']],
      raw: true,
    }),
    Session.findAll({
      where: {
        userId,
        expiresAt: { [Op.gt]: new Date(now) },
        lastSeenAt: { [Op.gt]: new Date(now - idleMilliseconds) },
      },
      attributes: ['id', 'createdAt', 'lastSeenAt', 'address', 'userAgent'],
      order: [['lastSeenAt', 'DESC']],
      raw: true,
    }),
  ])
  return {
    twoFactorTokens: tokens.map(({ id, createdAt, lastUsedAt }) => ({
      id,
      createdEpoch: createdAt.getTime(),
      lastUsedEpoch: lastUsedAt?.getTime() ?? null,
    })),
    sessions: sessions.map(({ id, createdAt, lastSeenAt, address, userAgent }) => ({
      id,
      createdEpoch: createdAt.getTime(),
      lastSeenEpoch: lastSeenAt.getTime(),
      address,
      userAgent,
      isCurrent: id === sessionId,
    })),
  }
}
