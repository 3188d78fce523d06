import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { IntegrationUser } from '../../../db/models/integration-user'
import { Session } from '../../../db/models/session'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import type { Actor } from '../actor'
import { recordAudit, type AuditActor } from '../audit/record-audit'
import { removeExpiredAuditEntries } from '../audit/remove-expired-audit-entries'
import type { Dependencies } from '../dependencies'
import { currentOrigin } from '../origin'
import { createSecretToken, hashSecretToken } from './secret-token'
import { absoluteMilliseconds, idleMilliseconds, maximumSessions } from './session-limits'

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
export const startSession = (
  dependencies: Dependencies,
  actor: Actor,
  owner: Owner,
): Promise<StartedSession> =>
  inTransaction(dependencies.sequelize, () => replaceSession(dependencies, actor, owner))

async function replaceSession(
  dependencies: Dependencies,
  actor: Actor,
  owner: Owner,
): Promise<StartedSession> {
  const now = dependencies.clock.now()
  const { address, userAgent } = currentOrigin()
  const token = createSecretToken()
  const limit = now + absoluteMilliseconds
  const expiresEpoch = 'expiresAt' in owner ? Math.min(limit, owner.expiresAt.getTime()) : limit
  await endSessions(now, actor)
  await removeExpiredAuditEntries()
  const session = await Session.create({
    id: randomUUID(),
    tokenHash: hashSecretToken(token),
    userId: 'userId' in owner ? owner.userId : null,
    integrationUserId: 'userId' in owner ? null : owner.integrationUserId,
    integrationTokenId: 'userId' in owner ? null : owner.integrationTokenId,
    address,
    userAgent,
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: new Date(expiresEpoch),
  })
  await endSurplus(dependencies, owner)
  const { who, name } = await requireOwner(owner)
  await recordAudit(dependencies, who, { action: 'session.login', target: { id: session.id, name } })
  return { token, expiresEpoch }
}

/** Whose session it is, for the audit log. */
async function requireOwner(owner: Owner): Promise<{ who: AuditActor; name: string }> {
  if ('userId' in owner) {
    const { id, teamId, name, email } = await User.findByPk(owner.userId, { rejectOnEmpty: true })
    return { who: { kind: 'human', userId: id, teamId, name, email }, name }
  }
  const { id, teamId, name } = await IntegrationUser.findByPk(owner.integrationUserId, {
    rejectOnEmpty: true,
  })
  return { who: { kind: 'integration', integrationUserId: id, teamId }, name }
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

/** Ends what is beyond the limit, used last first. Logins at once each skip what another one is ending. */
const endSurplus = ({ sequelize }: Dependencies, owner: Owner) =>
  sequelize.query(
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE ${'userId' in owner ? 'user_id' : 'integration_user_id'} = $1
       ORDER BY last_seen_at DESC, created_at DESC OFFSET ${maximumSessions} FOR UPDATE SKIP LOCKED)`,
    { bind: ['userId' in owner ? owner.userId : owner.integrationUserId] },
  )
