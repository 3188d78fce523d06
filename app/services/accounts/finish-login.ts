import type { User } from '../../../db/models/user'
import type { Actor, AuthenticationState } from '../actor'
import type { Dependencies } from '../dependencies'
import { countFailure, forgetFailures, loginAttempt } from './attempt-limit'
import { ensureVerificationCode } from './issue-verification-token'
import { startChallenge } from './login-challenge'
import { readAuthenticationState } from './read-authentication-state'
import { recordFailedLogin } from './record-failed-login'
import { checkSecondFactor, isPassed, type AuthenticationTokenResult } from './second-factor'
import { startSession, type StartedSession } from './start-session'

export const loginResults = ['SUCCESS', 'PASSWORD_INVALID'] as const

export interface Login {
  /** About the password alone. */
  result: (typeof loginResults)[number]
  /** About the second factor; somebody is logged in when both let them in, as `state` says. */
  tokenResult: AuthenticationTokenResult
  state: AuthenticationState
  session?: StartedSession
  /** With AUTHENTICATION_TOKEN_NEEDED: lets the code follow without the password, for a few minutes. */
  challenge?: StartedSession
  /** When it was a recovery code that let somebody in: how many there still are. */
  recoveryCodesLeft?: number
}

/** Lets somebody in whose password was right, once their second factor is right too. */
export async function finishLogin(
  dependencies: Dependencies,
  actor: Actor,
  { user, code }: { user: User; code: string | undefined },
): Promise<Login> {
  const attempt = loginAttempt(user.email)
  const { tokenResult, recoveryCodesLeft } = await checkSecondFactor(dependencies, user.id, code)
  if (!isPassed(tokenResult)) {
    if (tokenResult === 'AUTHENTICATION_TOKEN_REJECTED') {
      await countFailure(dependencies, attempt)
      recordFailedLogin(dependencies, user, 'second factor')
    }
    const challenge =
      tokenResult === 'AUTHENTICATION_TOKEN_NEEDED' ? await startChallenge(dependencies, user.id) : undefined
    return { result: 'SUCCESS', tokenResult, state: 'NOT_LOGGED_IN', challenge }
  }
  await forgetFailures(dependencies, attempt)
  const state = await readAuthenticationState(dependencies, user)
  const session = await startSession(dependencies, actor, { userId: user.id })
  if (!user.verifiedAt) await ensureVerificationCode(dependencies, user.id)
  return { result: 'SUCCESS', tokenResult, state, session, recoveryCodesLeft }
}
