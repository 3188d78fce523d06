import type { User } from '../../../db/models/user'
import { authorizedWrite } from '../access/authorized-write'
import { requireOwnUser } from '../access/users'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { hashPassword, isPassword } from '../password-hashing/password'
import { laneOfUser } from '../password-hashing/password-lane'
import type { Lane } from '../password-hashing/password-queue'
import { attemptLogin } from '../signing-in/login-attempt'
import { recordFailedPassword } from '../signing-in/record-failed-login'
import { isAcceptablePassword } from './guessable-password'
import { findReset } from './password-reset'
import { storePassword } from './store-password'

export const changePasswordResults = [
  'SUCCESS',
  'INCORRECT_PASSWORD',
  'PASSWORD_INVALID',
  'PASSWORD_UNCHANGED',
  'TOKEN_EXPIRED',
] as const
export type ChangePasswordResult = (typeof changePasswordResults)[number]

interface ChangePasswordInput {
  currentPassword?: string
  /** The token of a mail for a forgotten password, in place of the current one. */
  forgetToken?: string
  newPassword: string
}

/**
 * Changes the actor's own password, which has to become another one. Everything else that was logged in as the actor is
 * logged out.
 *
 * @throws DomainError `throttled` after too many wrong passwords; `unavailable` when too many passwords are looked at at once
 */
export async function changePassword(
  dependencies: Dependencies,
  actor: HumanActor,
  input: ChangePasswordInput,
): Promise<{ result: ChangePasswordResult }> {
  const user = await requireOwnUser(actor)
  const problem = await attemptLogin(dependencies, {
    email: actor.email,
    lane: laneOfUser(actor.userId),
    run: ({ lane }) => findProblem(dependencies, user, input, lane),
    verdictOn: (found) => (found === 'INCORRECT_PASSWORD' ? 'wrong' : found ? 'undecided' : 'right'),
  })
  if (problem === 'INCORRECT_PASSWORD') recordFailedPassword(dependencies, actor)
  if (problem) return { result: problem }
  const passwordHash = await hashPassword(input.newPassword, laneOfUser(user.id))
  const write = { access: 'password-change', reach: 'own-login' } as const
  return authorizedWrite(
    dependencies,
    actor,
    write,
    async (actor): Promise<{ result: ChangePasswordResult }> => {
      const locked = await requireOwnUser(actor)
      // Of two changes at once the second one no longer knows the current password, and a link may be over by now.
      if (locked.passwordHash !== user.passwordHash) return { result: 'INCORRECT_PASSWORD' }
      if (!(await isLinkOpen(dependencies, user, input))) return { result: 'TOKEN_EXPIRED' }
      await storePassword(dependencies, locked, passwordHash, { keptSessionId: actor.sessionId })
      return { result: 'SUCCESS' }
    },
  )
}

async function findProblem(
  dependencies: Dependencies,
  user: User,
  input: ChangePasswordInput,
  lane: Lane,
): Promise<Exclude<ChangePasswordResult, 'SUCCESS'> | undefined> {
  const { currentPassword = '', forgetToken, newPassword } = input
  if (!(await isLinkOpen(dependencies, user, input))) return 'TOKEN_EXPIRED'
  if (!forgetToken && !(await isPassword(currentPassword, user.passwordHash, lane)))
    return 'INCORRECT_PASSWORD'
  if (!isAcceptablePassword(newPassword, user)) return 'PASSWORD_INVALID'
  return (await isPassword(newPassword, user.passwordHash, lane)) ? 'PASSWORD_UNCHANGED' : undefined
}

/** Whether the link of a mail, where one is given in place of the current password, is the actor's and not over. */
const isLinkOpen = async (
  dependencies: Dependencies,
  { id }: User,
  { forgetToken }: ChangePasswordInput,
): Promise<boolean> => !forgetToken || (await findReset(dependencies, forgetToken))?.userId === id
