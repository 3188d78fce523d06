import { invalid } from '../../../core/errors'
import type { User } from '../../../db/models/user'
import { accountMessages } from '../../messages/account-messages'
import { requireAccess } from '../access/access'
import { requireOwnUser } from '../access/users'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { isFreshLogin } from '../sessions/fresh-login'
import { requireCurrentPassword, requireStillProven, type ProvenPassword } from './require-current-password'

/** Why it is the person who sits there: they know the password, or have only just logged in with it. */
type Proof = ProvenPassword | 'fresh login'

/**
 * Lets whoever sits at the actor's session pass by the password `typed`, and without one soon after a login in a browser: a session that
 * somebody found, or that a command line was let in with, is no proof. Not for transactions; the one that follows begins with
 * `requireProofHolds`.
 *
 * @throws DomainError `unauthenticated` for nobody; `invalid` at the field `currentPassword` for a missing or wrong one, `throttled` after many wrong ones
 */
export async function requireProof(
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string | undefined,
): Promise<Proof> {
  requireAccess(actor, 'member')
  if (typed) return requireCurrentPassword(dependencies, actor, typed)
  await requireFreshLogin(dependencies, actor)
  return 'fresh login'
}

/**
 * The actor's row, for a write that has locked it, once what was proven before is still so.
 *
 * @throws DomainError `invalid` when the password was changed meanwhile, or the login is not fresh any more
 */
export async function requireProofHolds(
  dependencies: Dependencies,
  actor: HumanActor,
  proof: Proof,
): Promise<User> {
  if (proof !== 'fresh login') return requireStillProven(actor, proof)
  await requireFreshLogin(dependencies, actor)
  return requireOwnUser(actor)
}

async function requireFreshLogin(dependencies: Dependencies, actor: HumanActor): Promise<void> {
  if (await isFreshLogin(dependencies, actor)) return
  const message = accountMessages.proofMissing
  throw invalid(message, { currentPassword: message })
}
