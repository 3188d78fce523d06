import { User } from '../../../db/models/user'
import type { Actor } from '../actor'
import type { Dependencies } from '../dependencies'
import { loginAttempt, requireAttempt } from './attempt-limit'
import { finishLogin, type Login } from './finish-login'
import { findChallenge } from './login-challenge'

/**
 * Logs somebody in who proved the password before and now types the code.
 *
 * @returns undefined when the challenge is over: everything begins anew
 * @throws DomainError `throttled` after too many failures
 */
export async function answerChallenge(
  dependencies: Dependencies,
  actor: Actor,
  { challenge = '', code }: { challenge: string | undefined; code: string },
): Promise<Login | undefined> {
  const found = await findChallenge(dependencies, challenge)
  const user = found && (await User.findByPk(found.userId))
  if (!user) return undefined
  await requireAttempt(dependencies, loginAttempt(user.email))
  const login = await finishLogin(dependencies, actor, { user, code })
  if (login.session) await found.destroy()
  return login
}
