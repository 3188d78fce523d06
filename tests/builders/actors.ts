import { randomUUID } from 'node:crypto'
import type { HumanActor, IntegrationActor } from '../../app/services/actor/actor'
import { IntegrationUser } from '../../db/models/integration-user'
import { Session } from '../../db/models/session'
import { User } from '../../db/models/user'

/** After every moment that a test moves its clock to. */
const never = new Date(Date.UTC(2100, 0, 1))
const longAgo = new Date(0)

/** Of a password that nobody kept. */
const unknownPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$O/lT+2Y/uyCw7t/XfyS3OQ$IzoF6hSNKR65xjLBcsO/jlN6QiXAT1Ak4j38tDfKt3I'

type Owner = { userId: string } | { integrationUserId: string }

/** A session that nothing but its removal ends. @returns its id */
async function buildSession(owner: Owner): Promise<string> {
  const id = randomUUID()
  await Session.create({ id, tokenHash: id, ...owner, lastSeenAt: never, expiresAt: never })
  return id
}

/** A person of the team with a session, as rows; nobody knows their password. `state` follows the terms that there are. */
export async function buildPerson(
  teamId: string,
  { name = 'Ada', isAdmin = false, state = 'LOGGED_IN' }: Partial<HumanActor> = {},
): Promise<HumanActor> {
  const userId = randomUUID()
  const email = `${name.toLowerCase()}-${userId}@example.com`
  await User.create({
    id: userId,
    teamId,
    name,
    email,
    passwordHash: unknownPasswordHash,
    isAdmin,
    verifiedAt: state === 'VERIFICATION_NEEDED' ? null : longAgo,
    forcePasswordChange: state === 'FORCE_PASSWORD_CHANGE',
    // Terms bind those who came before them.
    createdAt: state === 'TERMS_UPDATE_NEEDED' ? longAgo : never,
  })
  const sessionId = await buildSession({ userId })
  return { kind: 'human', userId, teamId, sessionId, name, email, isAdmin, state }
}

/** An integration user of the team with a session, as rows. */
export async function buildAutomation(teamId: string): Promise<IntegrationActor> {
  const integrationUserId = randomUUID()
  await IntegrationUser.create({ id: integrationUserId, teamId, name: integrationUserId })
  const sessionId = await buildSession({ integrationUserId })
  return { kind: 'integration', integrationUserId, teamId, sessionId }
}

/** Somebody who is in the database, with one more session: who they are, as that session knows them. */
export async function signIn(userId: string): Promise<HumanActor> {
  const { teamId, name, email, isAdmin } = await User.findByPk(userId, { rejectOnEmpty: true })
  const sessionId = await buildSession({ userId })
  return { kind: 'human', userId, teamId, sessionId, name, email, isAdmin, state: 'LOGGED_IN' }
}

/** The same for an integration user. */
export async function signInAutomation(integrationUserId: string): Promise<IntegrationActor> {
  const { teamId } = await IntegrationUser.findByPk(integrationUserId, { rejectOnEmpty: true })
  const sessionId = await buildSession({ integrationUserId })
  return { kind: 'integration', integrationUserId, teamId, sessionId }
}

/** Lets a session last, and be one of a moment ago, however far a test moves its clock. */
export const keepFresh = (id: string) =>
  Session.update({ createdAt: never, lastSeenAt: never, expiresAt: never }, { where: { id } })

/** Lets a session last however far a test moves its clock. */
export const keepSession = (id: string) =>
  Session.update({ lastSeenAt: never, expiresAt: never }, { where: { id } })
