import { IntegrationToken } from '../../../db/models/integration-token'
import { IntegrationUser } from '../../../db/models/integration-user'
import type { Actor } from '../actor'
import type { Dependencies } from '../dependencies'
import { countFailure, loginAttempt, requireAttempt } from './attempt-limit'
import { findUserByEmail } from './find-user-by-email'
import { finishLogin, type Login } from './finish-login'
import { isPassword } from './password'
import { recordFailedLogin } from './record-failed-login'
import { hashSecretToken } from './secret-token'
import { startSession } from './start-session'

export interface LoginInput {
  email?: string
  password?: string
  /** Code of the second factor or a recovery code, for who has them. */
  authenticationToken?: string
  /** Of an integration user; alone. */
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
 * @throws DomainError `throttled` after too many failures
 */
export function logIn(dependencies: Dependencies, actor: Actor, input: LoginInput): Promise<Login> {
  return input.integrationToken === undefined
    ? logInHuman(dependencies, actor, input)
    : logInIntegration(dependencies, actor, input.integrationToken)
}

async function logInHuman(
  dependencies: Dependencies,
  actor: Actor,
  { email = '', password = '', authenticationToken }: LoginInput,
): Promise<Login> {
  const attempt = loginAttempt(email)
  await requireAttempt(dependencies, attempt)
  const user = await findUserByEmail(email)
  if (!(await isPassword(password, user?.passwordHash)) || !user) {
    await countFailure(dependencies, attempt)
    recordFailedLogin(dependencies, user ?? undefined, 'password')
    return refused
  }
  await requireAttempt(dependencies, attempt)
  return finishLogin(dependencies, actor, { user, code: authenticationToken })
}

async function logInIntegration(dependencies: Dependencies, actor: Actor, typed: string): Promise<Login> {
  const now = dependencies.clock.now()
  const token = await IntegrationToken.findOne({ where: { tokenHash: hashSecretToken(typed.trim()) } })
  if (!token || token.expiresAt.getTime() <= now) {
    const owner = token && (await IntegrationUser.findByPk(token.integrationUserId))
    recordFailedLogin(dependencies, owner ?? undefined, token ? 'expired token' : 'unknown token')
    return refused
  }
  await token.update({ lastUsedAt: new Date(now) })
  const session = await startSession(dependencies, actor, {
    integrationUserId: token.integrationUserId,
    integrationTokenId: token.id,
    expiresAt: token.expiresAt,
  })
  return {
    result: 'SUCCESS',
    tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED',
    state: 'LOGGED_IN',
    session,
  }
}
