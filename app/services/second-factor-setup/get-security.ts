import type { AuthenticatorToken } from '../../../db/models/authenticator-token'
import type { Session } from '../../../db/models/session'
import { select } from '../../../db/select'
import type { HumanActor } from '../actor/actor'
import { idleMilliseconds } from '../actor/session-limits'
import type { Dependencies } from '../dependencies'

type TokenRow = Pick<AuthenticatorToken, 'id' | 'createdAt' | 'lastUsedAt'>
type SessionRow = Pick<Session, 'id' | 'createdAt' | 'lastSeenAt' | 'address' | 'userAgent'>

const selectTokens = `
  SELECT id, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM authenticator_tokens
  WHERE user_id = $1 AND activated_at IS NOT NULL ORDER BY created_at`

const selectRecoveryCodesLeft = 'SELECT count(*)::integer AS "left" FROM recovery_codes WHERE user_id = $1'

const selectSessions = `
  SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, user_agent AS "userAgent" FROM sessions
  WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC`

/** The actor's second factors, oldest first, how many recovery codes are left, and where the actor is logged in, last used first. */
export async function getSecurity({ sequelize, clock }: Dependencies, { userId, sessionId }: HumanActor) {
  const now = clock.now()
  const [tokens, [recoveryCodes], sessions] = await Promise.all([
    select<TokenRow>(sequelize, selectTokens, [userId]),
    select<{ left: number }>(sequelize, selectRecoveryCodesLeft, [userId]),
    select<SessionRow>(sequelize, selectSessions, [userId, new Date(now), new Date(now - idleMilliseconds)]),
  ])
  return {
    twoFactorTokens: tokens.map(({ id, createdAt, lastUsedAt }) => ({
      id,
      createdEpoch: createdAt.getTime(),
      lastUsedEpoch: lastUsedAt?.getTime() ?? null,
    })),
    recoveryCodesLeft: recoveryCodes?.left ?? 0,
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
