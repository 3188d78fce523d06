import { inTransaction } from '../../../db/transaction'
import type { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { isAcceptablePassword } from './acceptable-password'
import { countFailure, forgetFailures, loginAttempt, requireAttempt } from './attempt-limit'
import { hashPassword, isPassword } from './password'
import { findReset } from './password-reset'
import { recordFailedPassword } from './record-failed-login'
import { requireOwnUser } from './require-own-user'
import { storePassword } from './store-password'

export const changePasswordResults = [
  'SUCCESS',
  'INCORRECT_PASSWORD',
  'PASSWORD_INVALID',
  'PASSWORD_UNCHANGED',
  'TOKEN_EXPIRED',
] as const
export type ChangePasswordResult = (typeof changePasswordResults)[number]

export interface ChangePasswordInput {
  currentPassword?: string
  /** From a mail for a forgotten password, in place of the current one. */
  forgetToken?: string
  newPassword: string
}

/**
 * Changes the actor's own password, which has to become another one. Everything else that was logged in as the actor is
 * logged out.
 *
 * @throws DomainError `throttled` after too many wrong passwords
 */
export async function changePassword(
  dependencies: Dependencies,
  actor: HumanActor,
  input: ChangePasswordInput,
): Promise<{ result: ChangePasswordResult }> {
  const attempt = loginAttempt(actor.email)
  await requireAttempt(dependencies, attempt)
  const user = await inTransaction(dependencies.sequelize, () => requireOwnUser(actor))
  const problem = await findProblem(dependencies, user, input)
  if (problem === 'INCORRECT_PASSWORD') {
    await countFailure(dependencies, attempt)
    recordFailedPassword(dependencies, actor)
  }
  if (problem) return { result: problem }
  await requireAttempt(dependencies, attempt)
  await forgetFailures(dependencies, attempt)
  const passwordHash = await hashPassword(input.newPassword)
  return inTransaction(dependencies.sequelize, async () => {
    const locked = await requireOwnUser(actor)
    // Of two changes at once the second one no longer knows the current password.
    if (locked.passwordHash !== user.passwordHash) return { result: 'INCORRECT_PASSWORD' }
    await storePassword(dependencies, locked, passwordHash, actor.sessionId)
    return { result: 'SUCCESS' }
  })
}

async function findProblem(
  dependencies: Dependencies,
  user: User,
  { currentPassword = '', forgetToken, newPassword }: ChangePasswordInput,
): Promise<Exclude<ChangePasswordResult, 'SUCCESS'> | undefined> {
  if (forgetToken) {
    const reset = await findReset(dependencies, forgetToken)
    if (reset?.userId !== user.id) return 'TOKEN_EXPIRED'
  } else if (!(await isPassword(currentPassword, user.passwordHash))) return 'INCORRECT_PASSWORD'
  if (!isAcceptablePassword(newPassword, user)) return 'PASSWORD_INVALID'
  return (await isPassword(newPassword, user.passwordHash)) ? 'PASSWORD_UNCHANGED' : undefined
}
