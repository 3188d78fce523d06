import { accountMessages } from '../../messages/account-messages'
import { invalid, notFound, type DomainError } from '../../../core/errors'
import { User } from '../../../db/models/user'
import { requireOwnUser } from '../access/users'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { isPassword } from '../password-hashing/password'
import { laneOfUser } from '../password-hashing/password-lane'
import { attemptLogin } from '../signing-in/login-attempt'
import { recordFailedPassword } from '../signing-in/record-failed-login'

/** The password that somebody proved to know, to be compared again where they act: it may have been changed since. */
export interface ProvenPassword {
  passwordHash: string
}

/**
 * Lets whoever sits at the actor's session pass when they know the password: before a change of how the actor logs in. A
 * wrong one counts like one at a login. Not for transactions: it takes its time. The one that follows begins with
 * `requireStillProven`.
 *
 * @throws DomainError `invalid` at the field `currentPassword`; `throttled` after too many wrong ones
 */
export async function requireCurrentPassword(
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string,
): Promise<ProvenPassword> {
  const user = await User.findByPk(actor.userId)
  if (!user) throw notFound('Your login')
  const isRight = await attemptLogin(dependencies, {
    email: actor.email,
    lane: laneOfUser(actor.userId),
    run: ({ lane }) => isPassword(typed, user.passwordHash, lane),
    verdictOn: (right) => (right ? 'right' : 'wrong'),
  })
  if (isRight) return { passwordHash: user.passwordHash }
  recordFailedPassword(dependencies, actor)
  throw wrongPassword()
}

/**
 * The actor's row, locked until the transaction around ends, with the password that was proven before it.
 *
 * @throws DomainError `invalid` at the field `currentPassword` when it was changed meanwhile; `not-found` when somebody just deleted the actor
 */
export async function requireStillProven(actor: HumanActor, { passwordHash }: ProvenPassword): Promise<User> {
  const user = await requireOwnUser(actor)
  if (user.passwordHash !== passwordHash) throw wrongPassword()
  return user
}

/** The refusal of somebody who does not know the password. */
function wrongPassword(): DomainError {
  const message = accountMessages.currentPasswordWrong
  return invalid(message, { currentPassword: message })
}
