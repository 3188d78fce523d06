import { Transaction } from 'sequelize'
import { invalid, DomainError } from '../../../core/errors'
import { longest } from '../../../core/text/longest'
import { isUuid, nilUuid } from '../../../core/text/uuid'
import { IntegrationUser, IntegrationTrust } from '../../../db/models/integration-user'
import { useIdentityOnce } from '../../../db/queries/identities'
import { inTransaction } from '../../../db/transaction'
import type { Identity } from '../../identities/identities'
import { matchesSubject } from '../../identities/subject-pattern'
import { keepTeam } from '../access/users'
import type { Actor } from '../actor/actor'
import { identityAttempt } from '../attempts/attempt-key'
import { giveBack, reserveAttempt } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { startSession } from '../sessions/start-session'
import type { Login } from './finish-login'
import { recordFailedLogin } from './record-failed-login'
import { callMessages } from '../../messages/call-messages'
import type { Message } from '../../../core/messages/declare-messages'

interface IdentityInput {
  /** The integration user that the job wants to be. */
  integrationUserId: string
  /** The identity token that the build system gave the job. */
  identityToken: string
}

/** The actor of a login, because the caller keeps the session that they have. */
const nobody: Actor = { kind: 'anonymous' }

/**
 * Opens a session of 15 minutes for a job of a build system whose identity an integration user trusts. Each token does so once.
 *
 * @throws DomainError `invalid` for a token that is not accepted or not trusted, in the same words whether there is such a user or not;
 *   `throttled` after too many of them; `unavailable` while the issuer cannot be asked
 */
export async function logInByIdentity(
  dependencies: Dependencies,
  { integrationUserId, identityToken }: IdentityInput,
): Promise<Login> {
  const reserved = await reserveAttempt(dependencies, identityAttempt())
  try {
    const identity = await dependencies.identities.read(identityToken.trim())
    const session = await openSession(dependencies, identity, integrationUserId)
    await giveBack(dependencies, reserved)
    return {
      result: 'SUCCESS',
      tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED',
      state: 'LOGGED_IN',
      session,
    }
  } catch (error) {
    const isRefused = error instanceof DomainError && error.code === 'invalid'
    if (!isRefused) await giveBack(dependencies, reserved)
    throw error
  }
}

async function openSession(dependencies: Dependencies, identity: Identity, integrationUserId: string) {
  // The same questions for a user that there is and for none.
  const id = isUuid(integrationUserId) ? integrationUserId : nilUuid
  const [user, trusts] = await Promise.all([
    IntegrationUser.findOne({ where: { id } }),
    IntegrationTrust.findAll({ where: { integrationUserId: id }, order: ['createdAt', 'id'] }),
  ])
  const trust = trusts.find((each) => isTrusted(dependencies, each, identity))
  const opened = user && trust && (await openTrusted(dependencies, { user, trust, identity }))
  if (opened && opened !== 'used') return opened
  recordFailedLogin(dependencies, user ?? undefined, opened ? 'identity used again' : 'identity not trusted')
  throw opened ? isUsed() : isNotTrusted(identity)
}

function isTrusted(
  { publicUrl }: Dependencies,
  { issuer, subject, audience, environment }: IntegrationTrust,
  identity: Identity,
): boolean {
  return (
    issuer === identity.issuer.address &&
    identity.audiences.includes(audience ?? publicUrl) &&
    (environment === null || environment === identity.environment) &&
    matchesSubject(subject, identity.subject)
  )
}

interface Opening {
  user: IntegrationUser
  trust: IntegrationTrust
  identity: Identity
}

/** The session, in a transaction of its own in which neither the trust nor its user can be deleted; undefined when they were. */
const openTrusted = (dependencies: Dependencies, { user, trust, identity }: Opening) =>
  inTransaction(dependencies.sequelize, async () => {
    // From team to trust, as where they are deleted: otherwise each could wait for the other.
    await keepTeam(user)
    const integrationUser = await IntegrationUser.findByPk(user.id, { lock: Transaction.LOCK.KEY_SHARE })
    const present = await IntegrationTrust.findByPk(trust.id, { lock: true })
    if (!integrationUser || !present) return undefined
    const { sequelize, clock } = dependencies
    if (!(await useIdentityOnce(sequelize, identity.digest, new Date(identity.overEpoch)))) return 'used'
    const subject = identity.subject.slice(0, longest.identitySubject)
    await present.update({ lastUsedAt: new Date(clock.now()), lastSubject: subject })
    return startSession(dependencies, nobody, { integrationUser, trust: present, subject })
  })

const refuse = (message: Message) => invalid(message, { identityToken: message })

const isUsed = () => refuse(callMessages.identityUsed)

/** Says to the owner of a token what stands in it, and of our side nothing. */
function isNotTrusted({ issuer, subject, audiences, environment }: Identity): DomainError {
  const facts = [
    `issuer ${issuer.address}`,
    `subject ${subject.slice(0, longest.identitySubject)}`,
    `audience ${audiences.join(' ').slice(0, longest.identityAudience)}`,
    ...(environment === undefined
      ? []
      : [`environment ${environment.slice(0, longest.identityEnvironment)}`]),
  ]
  return refuse(callMessages.identityNotTrusted(facts))
}
