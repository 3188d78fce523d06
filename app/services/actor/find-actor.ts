import { Session } from '../../../db/models/session'
import { select } from '../../../db/select'
import type { Dependencies } from '../dependencies'
import { hashSecretToken } from '../secrets/secret-token'
import type { Actor } from './actor'
import { authenticationStateOf } from './authentication-state'
import { idleMilliseconds, touchMilliseconds } from './session-limits'
import { hasAcceptedTerms, joinTermsInForce } from './terms-in-force'

const anonymous: Actor = { kind: 'anonymous' }

interface SessionRow {
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

/** Every request asks this, so it is one query. What a session proved counts in that session. */
const selectSession = (where: string) => `
  SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", u.id AS "userId", u.team_id AS "teamId", u.name, u.email,
    u.is_admin AS "isAdmin", coalesce(u.verified_at, s.verified_at) AS "verifiedAt", u.force_password_change AS "forcePasswordChange",
    ${hasAcceptedTerms} AS "hasAcceptedTerms", i.id AS "integrationUserId", i.team_id AS "integrationTeamId"
  FROM sessions s
  LEFT JOIN users u ON u.id = s.user_id
  LEFT JOIN integration_users i ON i.id = s.integration_user_id
  ${joinTermsInForce}
  WHERE ${where} AND s.expires_at > $1 AND s.last_seen_at > $3`

const selectByToken = selectSession('s.token_hash = $2')
const selectAndLock = `${selectSession('s.id = $2')} FOR KEY SHARE OF s`

/** Whose session `token` opens; anonymous for none, an unknown and an ended one. */
export async function findActor(
  { sequelize, clock }: Dependencies,
  token: string | undefined,
): Promise<Actor> {
  if (token === undefined) return anonymous
  const now = clock.now()
  const [session] = await select<SessionRow>(sequelize, selectByToken, [
    new Date(now),
    hashSecretToken(token),
    new Date(now - idleMilliseconds),
  ])
  if (!session) return anonymous
  if (session.lastSeenAt.getTime() < now - touchMilliseconds)
    await Session.update({ lastSeenAt: new Date(now) }, { where: { id: session.sessionId } })
  return toActor(session)
}

/** Whose session `sessionId` is now. It is not ended before the transaction around is. Anonymous when it has ended. */
export async function lockSession({ sequelize, clock }: Dependencies, sessionId: string): Promise<Actor> {
  const now = clock.now()
  const [session] = await select<SessionRow>(sequelize, selectAndLock, [
    new Date(now),
    sessionId,
    new Date(now - idleMilliseconds),
  ])
  return session ? toActor(session) : anonymous
}

function toActor(session: SessionRow): Actor {
  const { sessionId, userId, teamId, name, email, isAdmin, integrationUserId, integrationTeamId } = session
  if (userId !== null) {
    const state = authenticationStateOf(session)
    return { kind: 'human', userId, teamId, sessionId, name, email, isAdmin, state }
  }
  if (integrationUserId === null) return anonymous
  return { kind: 'integration', integrationUserId, teamId: integrationTeamId, sessionId }
}
