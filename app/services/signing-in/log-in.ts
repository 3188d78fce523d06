import { Transaction } from 'sequelize'
import { IntegrationUser, IntegrationToken } from '../../../db/models/integration-user'
import type { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { keepTeam, lockUser, findUserByEmail } from '../access/users'
import type { Actor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { isPassword } from '../password-hashing/password'
import type { TypedCode } from '../second-factor/second-factor'
import { hashSecretToken } from '../secrets/secret-token'
import { startSession } from '../sessions/start-session'
import { finishLogin, verdictOnLogin, recordFault, type Login } from './finish-login'
import { attemptLogin } from './login-attempt'
import { recordFailedLogin } from './record-failed-login'

interface LoginInput {
  email?: string
  password?: string
  /** Code of the second factor or a recovery code, for who has them. */
  authenticationToken?: string
  /** The token of an integration user; nothing else is given with it. */
  integrationToken?: string
}

const refused: Login = {
  result: 'PASSWORD_INVALID',
  tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED',
  state: 'NOT_LOGGED_IN',
}

/**
 * Opens a session for a person by e-mail, password and second factor, or for an integration by its token.
 *
 * @throws DomainError `throttled` after too many failures; `unavailable` when too many log in at once
 */
export function logIn(dependencies: Dependencies, actor: Actor, input: LoginInput): Promise<Login> {
  return input.integrationToken === undefined
    ? logInHuman(dependencies, actor, input)
    : logInIntegration(dependencies, actor, input.integrationToken)
}

const logInHuman = (
  dependencies: Dependencies,
  actor: Actor,
  { email = '', password = '', authenticationToken: code }: LoginInput,
): Promise<Login> =>
  attemptLogin(dependencies, {
    email,
    run: async ({ browser, lane }) => {
      const user = (await findUserByEmail(email)) ?? undefined
      const isRight = await isPassword(password, user?.passwordHash, lane)
      const login =
        isRight && user
          ? await inTransaction(dependencies.sequelize, () =>
              openSession(dependencies, actor, user, { typed: code, proof: 'password', browser }),
            )
          : refused
      recordFault(dependencies, user, login)
      return login
    },
    verdictOn: verdictOnLogin,
  })

/** Opens the session of a person, in a transaction of its own. `verified` is how they were when the password was looked at. */
async function openSession(
  dependencies: Dependencies,
  actor: Actor,
  verified: User,
  code: TypedCode,
): Promise<Login> {
  const user = await lockUser(verified)
  // Somebody may have changed it since, and ended every session of the old one.
  if (user?.passwordHash !== verified.passwordHash) return refused
  return finishLogin(dependencies, actor, user, code)
}

async function logInIntegration(dependencies: Dependencies, actor: Actor, typed: string): Promise<Login> {
  const found = await IntegrationToken.findOne({ where: { tokenHash: hashSecretToken(typed.trim()) } })
  const integrationUser = found && (await IntegrationUser.findByPk(found.integrationUserId))
  const login = integrationUser
    ? await inTransaction(dependencies.sequelize, () =>
        openIntegrationSession(dependencies, actor, integrationUser, found.id),
      )
    : refused
  if (!login.session)
    recordFailedLogin(dependencies, integrationUser ?? undefined, found ? 'expired token' : 'unknown token')
  return login
}

/** Opens the session of an integration, in a transaction of its own in which neither the token nor its user can be deleted. */
async function openIntegrationSession(
  dependencies: Dependencies,
  actor: Actor,
  { id, teamId }: IntegrationUser,
  tokenId: string,
): Promise<Login> {
  const now = dependencies.clock.now()
  // From team to token, as where they are deleted: otherwise each could wait for the other.
  await keepTeam({ teamId })
  const integrationUser = await IntegrationUser.findByPk(id, { lock: Transaction.LOCK.KEY_SHARE })
  const token = await IntegrationToken.findByPk(tokenId, { lock: true })
  if (!integrationUser || !token || token.expiresAt.getTime() <= now) return refused
  await token.update({ lastUsedAt: new Date(now) })
  const session = await startSession(dependencies, actor, { integrationUser, token })
  return {
    result: 'SUCCESS',
    tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED',
    state: 'LOGGED_IN',
    session,
  }
}
