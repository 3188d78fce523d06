import { Session } from '../../../db/models/session'
import {
  findAndLockSession,
  findSessionByToken,
  type OwnedSession,
  type SessionLimits,
} from '../../../db/queries/sessions'
import type { Dependencies } from '../dependencies'
import { hashSecretToken } from '../secrets/secret-token'
import type { Actor } from './actor'
import { authenticationStateOf } from './authentication-state'
import { idleMilliseconds, touchMilliseconds } from './session-limits'

const anonymous: Actor = { kind: 'anonymous' }

const limitsAt = (now: number): SessionLimits => ({
  now: new Date(now),
  idleSince: new Date(now - idleMilliseconds),
})

/** The actor whose session `token` opens; anonymous for none, an unknown and an ended one. */
export async function findActor(
  { sequelize, clock }: Dependencies,
  token: string | undefined,
): Promise<Actor> {
  if (token === undefined) return anonymous
  const now = clock.now()
  const session = await findSessionByToken(sequelize, hashSecretToken(token), limitsAt(now))
  if (!session) return anonymous
  if (session.lastSeenAt.getTime() < now - touchMilliseconds)
    await Session.update({ lastSeenAt: new Date(now) }, { where: { id: session.sessionId } })
  return toActor(session)
}

/** The actor of the session `sessionId`, which cannot end before the transaction around does. Anonymous when it has ended. */
export async function lockSession({ sequelize, clock }: Dependencies, sessionId: string): Promise<Actor> {
  const session = await findAndLockSession(sequelize, sessionId, limitsAt(clock.now()))
  return session ? toActor(session) : anonymous
}

function toActor(session: OwnedSession): Actor {
  const { sessionId, userId, teamId, name, email, isAdmin, integrationUserId, integrationTeamId } = session
  if (userId !== null) {
    const state = authenticationStateOf(session)
    return { kind: 'human', userId, teamId, sessionId, name, email, isAdmin, state }
  }
  if (integrationUserId === null) return anonymous
  return { kind: 'integration', integrationUserId, teamId: integrationTeamId, sessionId }
}
