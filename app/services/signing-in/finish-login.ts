import type { User } from '../../../db/models/user'
import type { Actor, AuthenticationState } from '../actor/actor'
import { readAuthenticationState } from '../actor/authentication-state'
import type { Dependencies } from '../dependencies'
import { ensureVerificationCode } from '../email-verification/issue-verification-token'
import {
  checkSecondFactor,
  isPassed,
  type AuthenticationTokenResult,
  type TypedCode,
} from '../second-factor/second-factor'
import { startSession, type StartedSession } from '../sessions/start-session'
import type { Verdict } from './login-attempt'
import { startChallenge } from './login-challenge'
import { recordFailedLogin } from './record-failed-login'

export const loginResults = ['SUCCESS', 'PASSWORD_INVALID'] as const

export interface Login {
  /** About the password alone. */
  result: (typeof loginResults)[number]
  /** About the second factor; somebody is logged in when both let them in, as `state` says. */
  tokenResult: AuthenticationTokenResult
  state: AuthenticationState
  session?: StartedSession
  /** The challenge, with AUTHENTICATION_TOKEN_NEEDED: lets the code follow without the password, for a few minutes. */
  challenge?: StartedSession
  /** When it was a recovery code that let somebody in: how many there still are. */
  recoveryCodesLeft?: number
}

/**
 * Lets somebody in whose password was right, once their second factor is right too. For the transaction that locks `user` and
 * has seen that what was verified before still holds.
 *
 * @throws DomainError `throttled` after too many wrong codes
 */
export async function finishLogin(
  dependencies: Dependencies,
  actor: Actor,
  user: User,
  code: TypedCode,
): Promise<Login> {
  const { tokenResult, recoveryCodesLeft } = await checkSecondFactor(dependencies, user, code)
  if (!isPassed(tokenResult)) {
    const challenge =
      tokenResult === 'AUTHENTICATION_TOKEN_NEEDED' ? await startChallenge(dependencies, user.id) : undefined
    return { result: 'SUCCESS', tokenResult, state: 'NOT_LOGGED_IN', challenge }
  }
  const state = await readAuthenticationState(dependencies, user)
  const session = await startSession(dependencies, actor, { user })
  if (!user.verifiedAt) await ensureVerificationCode(dependencies, user.id)
  return { result: 'SUCCESS', tokenResult, state, session, recoveryCodesLeft }
}

/** The outcome of a login, or of its second half, for the limits on guessing. */
export function verdictOnLogin({ result, tokenResult, session }: Login): Verdict {
  if (session) return 'right'
  return result === 'PASSWORD_INVALID' || tokenResult === 'AUTHENTICATION_TOKEN_REJECTED'
    ? 'wrong'
    : 'undecided'
}

/** Notes what was wrong at a login of `user`, if anything was. Not for transactions: it writes when they are over. */
export function recordFault(
  dependencies: Dependencies,
  user: User | undefined,
  { result, tokenResult }: Login,
): void {
  if (result === 'PASSWORD_INVALID') recordFailedLogin(dependencies, user, 'password')
  else if (tokenResult === 'AUTHENTICATION_TOKEN_REJECTED')
    recordFailedLogin(dependencies, user, 'second factor')
}
