import type { User } from '../../../db/models/user'
import { requireOwnUser } from '../access/require-own-user'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import {
  requireCurrentPassword,
  requireStillProven,
  wrongPassword,
  type ProvenPassword,
} from '../passwords/require-current-password'
import { countAuthenticatorTokens } from '../second-factor/count-authenticator-tokens'
import { isFreshLogin } from '../sessions/fresh-login'

/** Why the actor may add a factor: the password, or that they have only just logged in and have no factor yet. */
type FactorProof = ProvenPassword | 'fresh login'

/**
 * Lets the actor add a second factor with the current password, and the first one also without when they have only just
 * logged in: whoever finds an open session must not be able to lock its owner out. Not for transactions; the one that follows begins with
 * `requireProofStillHolds`.
 *
 * @throws DomainError as `requireCurrentPassword`
 */
export async function requireProofForNewFactor(
  dependencies: Dependencies,
  actor: HumanActor,
  currentPassword: string | undefined,
): Promise<FactorProof> {
  if (currentPassword === undefined && (await mayOmitPassword(dependencies, actor))) return 'fresh login'
  return requireCurrentPassword(dependencies, actor, currentPassword ?? '')
}

/**
 * The actor's row, locked until the transaction around ends, once what was proven before it is still so.
 *
 * @throws DomainError as `requireStillProven`
 */
export async function requireProofStillHolds(
  dependencies: Dependencies,
  actor: HumanActor,
  proof: FactorProof,
): Promise<User> {
  if (proof !== 'fresh login') return requireStillProven(actor, proof)
  const user = await requireOwnUser(actor)
  if (!(await mayOmitPassword(dependencies, actor))) throw wrongPassword()
  return user
}

const mayOmitPassword = async (dependencies: Dependencies, actor: HumanActor): Promise<boolean> =>
  (await isFreshLogin(dependencies, actor)) && (await countAuthenticatorTokens(actor.userId)) === 0
