import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { Session } from '../../../db/models/session'
import type { Actor } from '../actor'
import type { Dependencies } from '../dependencies'
import type { Origin } from '../origin'
import { createSecretToken, hashSecretToken } from './secret-token'
import { absoluteMilliseconds, idleMilliseconds } from './session-limits'

export interface StartedSession {
  /** The only copy: the database has its hash. */
  token: string
  expiresEpoch: number
}

type Owner = { userId: string } | { integrationUserId: string; integrationTokenId: string; expiresAt: Date }

/**
 * Opens a session with a token of its own and ends the one that `actor` came with, so that a token somebody planted
 * before is worth nothing after.
 */
export async function startSession(
  { clock }: Dependencies,
  actor: Actor,
  owner: Owner,
  origin: Origin,
): Promise<StartedSession> {
  const now = clock.now()
  const token = createSecretToken()
  const limit = now + absoluteMilliseconds
  const expiresEpoch = 'expiresAt' in owner ? Math.min(limit, owner.expiresAt.getTime()) : limit
  await endSessions(now, actor)
  await Session.create({
    id: randomUUID(),
    tokenHash: hashSecretToken(token),
    userId: 'userId' in owner ? owner.userId : null,
    integrationUserId: 'userId' in owner ? null : owner.integrationUserId,
    integrationTokenId: 'userId' in owner ? null : owner.integrationTokenId,
    ...origin,
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: new Date(expiresEpoch),
  })
  return { token, expiresEpoch }
}

/** Removes the actor's session and every one that is over anyway. */
const endSessions = (now: number, actor: Actor) =>
  Session.destroy({
    where: {
      [Op.or]: [
        { expiresAt: { [Op.lte]: new Date(now) } },
        { lastSeenAt: { [Op.lte]: new Date(now - idleMilliseconds) } },
        ...(actor.kind === 'anonymous' ? [] : [{ id: actor.sessionId }]),
      ],
    },
  })
