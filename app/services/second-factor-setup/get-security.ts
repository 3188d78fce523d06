import { countRecoveryCodes, listAuthenticators } from '../../../db/queries/second-factors'
import { listSessions } from '../../../db/queries/sessions'
import type { HumanActor } from '../actor/actor'
import { idleMilliseconds } from '../actor/session-limits'
import type { Dependencies } from '../dependencies'

/** The actor's second factors, newest first, how many recovery codes are left, and where the actor is logged in, last used first. */
export async function getSecurity({ sequelize, clock }: Dependencies, { userId, sessionId }: HumanActor) {
  const now = clock.now()
  const [tokens, recoveryCodesLeft, sessions] = await Promise.all([
    listAuthenticators(sequelize, userId),
    countRecoveryCodes(sequelize, userId),
    listSessions(sequelize, userId, { now: new Date(now), idleSince: new Date(now - idleMilliseconds) }),
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
