import { Op } from 'sequelize'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { Session } from '../../../db/models/session'
import { countRecoveryCodes } from '../accounts/recovery-codes'
import { idleMilliseconds } from '../accounts/session-limits'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'

/** The actor's second factors, oldest first, how many recovery codes are left, and where the actor is logged in, last used first. */
export async function getSecurity({ clock }: Dependencies, { userId, sessionId }: HumanActor) {
  const now = clock.now()
  const [tokens, recoveryCodesLeft, sessions] = await Promise.all([
    AuthenticatorToken.findAll({
      where: { userId, activatedAt: { [Op.not]: null } },
      order: [['createdAt', 'ASC']],
    }),
    countRecoveryCodes(userId),
    Session.findAll({
      where: {
        userId,
        expiresAt: { [Op.gt]: new Date(now) },
        lastSeenAt: { [Op.gt]: new Date(now - idleMilliseconds) },
      },
      order: [['lastSeenAt', 'DESC']],
    }),
  ])
  return {
    twoFactorTokens: tokens.map(({ id, createdAt, lastUsedAt }) => ({
      id,
      createdEpoch: createdAt.getTime(),
      lastUsedEpoch: lastUsedAt?.getTime() ?? null,
    })),
    recoveryCodesLeft,
    sessions: sessions.map(({ id, createdAt, lastSeenAt, address, userAgent }) => ({
      id,
      createdEpoch: createdAt.getTime(),
      lastSeenEpoch: lastSeenAt.getTime(),
      address,
      userAgent,
      isCurrent: id === sessionId,
    })),
    nowEpoch: now,
  }
}
