import { randomUUID } from 'node:crypto'
import type { IntegrationUser, IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import { Session } from '../../../db/models/session'
import type { User } from '../../../db/models/user'
import { removeEndedSessions, removeSurplusSessions } from '../../../db/queries/sessions'
import type { Actor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import {
  absoluteMilliseconds,
  idleMilliseconds,
  identityMilliseconds,
  maximumSessions,
} from '../actor/session-limits'
import { recordAudit, removeExpiredAuditEntries, type AuditActor } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { createSecretToken, hashSecretToken } from '../secrets/secret-token'
import { rememberBrowser, type BrowserToken } from './known-browser'

export interface StartedSession {
  /** The only copy: the database has its hash. */
  token: string
  expiresEpoch: number
  /** The cookie of a browser with which the person is known from now on. */
  browser?: BrowserToken
}

type Owner =
  | {
      user: User
      /** Whether the session is a command line's, which the person approved in a browser. */
      isByDeviceCode?: boolean
    }
  | { integrationUser: IntegrationUser; token: IntegrationToken }
  /** By an identity with this subject, which the integration user trusts. */
  | { integrationUser: IntegrationUser; trust: IntegrationTrust; subject: string }

/**
 * Opens a session with a token of its own and ends the one that `actor` came with, so that a token somebody planted
 * before is worth nothing after. For the transaction that locks its owner and has seen that what was verified before still holds.
 */
export async function startSession(
  dependencies: Dependencies,
  actor: Actor,
  owner: Owner,
): Promise<StartedSession> {
  const now = dependencies.clock.now()
  const { address, userAgent } = currentOrigin()
  const token = createSecretToken()
  const expiresEpoch = endOf(owner, now)
  await endSessions(dependencies, actor)
  await removeExpiredAuditEntries()
  const session = await Session.create({
    id: randomUUID(),
    tokenHash: hashSecretToken(token),
    userId: 'user' in owner ? owner.user.id : null,
    integrationUserId: 'user' in owner ? null : owner.integrationUser.id,
    integrationTokenId: 'token' in owner ? owner.token.id : null,
    integrationTrustId: 'trust' in owner ? owner.trust.id : null,
    isByDeviceCode: isByDeviceCode(owner),
    address,
    userAgent,
    createdAt: new Date(now),
    lastSeenAt: new Date(now),
    expiresAt: new Date(expiresEpoch),
  })
  // Beyond the limit, those used last stay.
  await removeSurplusSessions(
    dependencies.sequelize,
    'user' in owner ? { userId: owner.user.id } : { integrationUserId: owner.integrationUser.id },
    maximumSessions,
  )
  const { who, name } = describe(owner)
  const target = { id: session.id, name }
  await recordAudit(dependencies, who, { action: 'session.login', target, after: loginMethodsOf(owner) })
  const browser = await rememberBrowserOf(dependencies, owner)
  return { token, expiresEpoch, ...(browser && { browser }) }
}

/** When the session is over, however much it is used. */
function endOf(owner: Owner, now: number): number {
  if ('trust' in owner) return now + identityMilliseconds
  const limit = now + absoluteMilliseconds
  return 'token' in owner ? Math.min(limit, owner.token.expiresAt.getTime()) : limit
}

const isByDeviceCode = (owner: Owner): boolean => 'user' in owner && owner.isByDeviceCode === true

/** How they logged in, for the audit log, where it was by no password and no token. */
function loginMethodsOf(owner: Owner) {
  if (isByDeviceCode(owner)) return { by: 'device code' }
  return 'trust' in owner ? { issuer: owner.trust.issuer, subject: owner.subject } : undefined
}

/** The owner of the session, for the audit log. */
function describe(owner: Owner): { who: AuditActor; name: string } {
  if ('user' in owner) {
    const { id, teamId, name, email } = owner.user
    return { who: { kind: 'human', userId: id, teamId, name, email }, name }
  }
  const { id, teamId, name } = owner.integrationUser
  return { who: { kind: 'integration', integrationUserId: id, teamId }, name }
}

/** Remembers the person's browser, but not a command line, and not of somebody who may only be the one who made the login: the address is to be verified first, a first password replaced. */
async function rememberBrowserOf(
  dependencies: Dependencies,
  owner: Owner,
): Promise<BrowserToken | undefined> {
  if (!('user' in owner) || isByDeviceCode(owner) || !owner.user.verifiedAt || owner.user.forcePasswordChange)
    return undefined
  return rememberBrowser(dependencies, owner.user)
}

/** Removes the actor's session, and every one that is over anyway. */
async function endSessions({ sequelize, clock }: Dependencies, actor: Actor): Promise<void> {
  const now = clock.now()
  if (actor.kind !== 'anonymous') await Session.destroy({ where: { id: actor.sessionId } })
  await removeEndedSessions(sequelize, { now: new Date(now), idleSince: new Date(now - idleMilliseconds) })
}
