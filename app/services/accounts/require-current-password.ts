import { accountMessages } from '../../../core/account-messages'
import { invalid, notFound } from '../../../core/errors'
import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { countFailure, forgetFailures, loginAttempt, requireAttempt } from './attempt-limit'
import { isPassword } from './password'
import { recordFailedPassword } from './record-failed-login'

/**
 * Lets whoever sits at the actor's session pass when they know the password: before a change of how the actor logs in. A
 * wrong one counts like one at a login. Not for transactions: it takes its time.
 *
 * @throws DomainError `invalid` at the field `currentPassword`; `throttled` after too many wrong ones
 */
export async function requireCurrentPassword(
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string,
): Promise<void> {
  const attempt = loginAttempt(actor.email)
  await requireAttempt(dependencies, attempt)
  const user = await User.findByPk(actor.userId)
  if (!user) throw notFound('Your login')
  if (!(await isPassword(typed, user.passwordHash))) {
    await countFailure(dependencies, attempt)
    recordFailedPassword(dependencies, actor)
    const message = accountMessages.currentPasswordWrong
    throw invalid(message, { currentPassword: message })
  }
  await requireAttempt(dependencies, attempt)
  await forgetFailures(dependencies, attempt)
}
