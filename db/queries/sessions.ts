import type { Sequelize } from 'sequelize'
import type { Session } from '../models/session'
import { execute, select, selectFirst } from '../sql'
import { hasAccepted, joinTermsInForce } from './terms'

/** A session with whose it is: a person's or an integration's. */
export interface OwnedSession {
  sessionId: string
  lastSeenAt: Date
  userId: string | null
  teamId: string
  name: string
  email: string
  isAdmin: boolean
  verifiedAt: Date | null
  forcePasswordChange: boolean
  hasAcceptedTerms: boolean
  integrationUserId: string | null
  integrationTeamId: string
}

/** Sessions that have expired by `now`, or were last used at `idleSince`, are over. */
export interface SessionLimits {
  now: Date
  idleSince: Date
}

/** Every request asks this, so it is one query. What a session proved counts in that session. */
const selectOwned = (where: string) => `
  SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", u.id AS "userId", u.team_id AS "teamId", u.name, u.email,
    u.is_admin AS "isAdmin", coalesce(u.verified_at, s.verified_at) AS "verifiedAt", u.force_password_change AS "forcePasswordChange",
    ${hasAccepted} AS "hasAcceptedTerms", i.id AS "integrationUserId", i.team_id AS "integrationTeamId"
  FROM sessions s
  LEFT JOIN users u ON u.id = s.user_id
  LEFT JOIN integration_users i ON i.id = s.integration_user_id
  ${joinTermsInForce}
  WHERE ${where} AND s.expires_at > $1 AND s.last_seen_at > $3`

const selectByToken = selectOwned('s.token_hash = $2')
const selectAndLock = `${selectOwned('s.id = $2')} FOR KEY SHARE OF s`

/** The session that a token opens. */
export const findSessionByToken = (
  sequelize: Sequelize,
  tokenHash: string,
  { now, idleSince }: SessionLimits,
) => selectFirst<OwnedSession>(sequelize, selectByToken, [now, tokenHash, idleSince])

/** The session, which does not end before the transaction around does. */
export const findAndLockSession = (sequelize: Sequelize, id: string, { now, idleSince }: SessionLimits) =>
  selectFirst<OwnedSession>(sequelize, selectAndLock, [now, id, idleSince])

const selectOfUser = `
  SELECT id, created_at AS "createdAt", last_seen_at AS "lastSeenAt", address, user_agent AS "userAgent" FROM sessions
  WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC`

/** The sessions of a person, last used first. */
export const listSessions = (sequelize: Sequelize, userId: string, { now, idleSince }: SessionLimits) =>
  select<Pick<Session, 'id' | 'createdAt' | 'lastSeenAt' | 'address' | 'userAgent'>>(
    sequelize,
    selectOfUser,
    [userId, now, idleSince],
  )

/** Removes sessions that are over. Several may do it at once: each skips what another one is removing. */
export const removeEndedSessions = (sequelize: Sequelize, { now, idleSince }: SessionLimits) =>
  execute(
    sequelize,
    `DELETE FROM sessions WHERE id = ANY (ARRAY
       (SELECT id FROM sessions WHERE expires_at <= $1 OR last_seen_at <= $2 FOR UPDATE SKIP LOCKED))`,
    [now, idleSince],
  )

/** Removes all sessions of a person or an integration but those used last. Several may do it at once: each skips what another one is removing. */
export const removeSurplusSessions = (
  sequelize: Sequelize,
  owner: { userId: string } | { integrationUserId: string },
  kept: number,
) =>
  execute(
    sequelize,
    `DELETE FROM sessions WHERE id = ANY (ARRAY (
       SELECT id FROM sessions WHERE ${'userId' in owner ? 'user_id' : 'integration_user_id'} = $1
       ORDER BY last_seen_at DESC, created_at DESC OFFSET $2 FOR UPDATE SKIP LOCKED))`,
    ['userId' in owner ? owner.userId : owner.integrationUserId, kept],
  )
