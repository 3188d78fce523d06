import { col, fn, where } from 'sequelize'
import { IntegrationToken } from '../../../db/models/integration-token'
import { User } from '../../../db/models/user'
import type { Actor, AuthenticationState } from '../actor'
import type { Dependencies } from '../dependencies'
import { authenticationStateOf } from './authentication-state'
import { ensureVerificationCode } from './issue-verification-token'
import { isPassword } from './password'
import { hashSecretToken } from './secret-token'
import { startSession, type StartedSession } from './start-session'

export const loginResults = ['SUCCESS', 'PASSWORD_INVALID'] as const
export const authenticationTokenResults = [
  'AUTHENTICATION_TOKEN_SUCCESS',
  'AUTHENTICATION_TOKEN_NOT_NEEDED',
  'AUTHENTICATION_TOKEN_NEEDED',
  'AUTHENTICATION_TOKEN_THROTTLED',
  'AUTHENTICATION_TOKEN_REJECTED',
] as const

export interface LoginInput {
  email?: string
  password?: string
  /** Of an integration user; alone. */
  integrationToken?: string
}

export interface Login {
  result: (typeof loginResults)[number]
  tokenResult: (typeof authenticationTokenResults)[number]
  state: AuthenticationState
  session?: StartedSession
}

const refused: Login = {
  result: 'PASSWORD_INVALID',
  tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED',
  state: 'NOT_LOGGED_IN',
}

/** Opens a session for a person by e-mail and password, or for an integration by its token. */
export function logIn(dependencies: Dependencies, actor: Actor, input: LoginInput): Promise<Login> {
  const { email = '', password = '', integrationToken } = input
  return integrationToken === undefined
    ? logInHuman(dependencies, actor, email.trim(), password)
    : logInIntegration(dependencies, actor, integrationToken)
}

async function logInHuman(
  dependencies: Dependencies,
  actor: Actor,
  email: string,
  password: string,
): Promise<Login> {
  const user = await User.findOne({ where: where(fn('lower', col('email')), email.toLowerCase()) })
  if (!(await isPassword(password, user?.passwordHash)) || !user) return refused
  const session = await startSession(dependencies, actor, { userId: user.id })
  if (!user.verifiedAt) await ensureVerificationCode(dependencies, user.id)
  return {
    result: 'SUCCESS',
    tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED',
    state: authenticationStateOf(user),
    session,
  }
}

async function logInIntegration(dependencies: Dependencies, actor: Actor, typed: string): Promise<Login> {
  const now = dependencies.clock.now()
  const token = await IntegrationToken.findOne({ where: { tokenHash: hashSecretToken(typed.trim()) } })
  if (!token || token.expiresAt.getTime() <= now) return refused
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
