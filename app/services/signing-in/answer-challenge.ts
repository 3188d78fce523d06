import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { lockUser } from '../access/users'
import type { Actor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { TypedCode } from '../second-factor/second-factor'
import { finishLogin, verdictOnLogin, recordFault, type Login } from './finish-login'
import { attemptLogin } from './login-attempt'
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
  return attemptLogin(dependencies, {
    email: user.email,
    run: async ({ browser }) => {
      const login = await inTransaction(dependencies.sequelize, () =>
        openSession(dependencies, actor, { challenge, user }, { typed: code, proof: 'password', browser }),
      )
      if (login) recordFault(dependencies, user, login)
      return login
    },
    verdictOn: (login) => (login ? verdictOnLogin(login) : 'undecided'),
  })
}

/** Opens the session, in a transaction of its own: a challenge opens one, and none after whatever ended it. */
async function openSession(
  dependencies: Dependencies,
  actor: Actor,
  { challenge, user }: { challenge: string; user: User },
  code: TypedCode,
): Promise<Login | undefined> {
  const locked = await lockUser(user)
  const open = locked && (await findChallenge(dependencies, challenge))
  if (!open) return undefined
  const login = await finishLogin(dependencies, actor, locked, code)
  if (login.session) await open.destroy()
  return login
}
