import { notFound } from '../../../core/errors'
import { AuthenticatorToken, RecoveryCode } from '../../../db/models/authenticator-token'
import { authorizedWrite } from '../access/authorized-write'
import { requireOwnUser } from '../access/users'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireProof, requireProofHolds } from '../passwords/require-proof'
import { countAuthenticatorTokens } from '../second-factor/second-factor'
import { afterFactorChange } from './after-factor-change'

interface DeletionInput {
  id: string
  /** May be absent soon after logging in, and for a token that is still pending. */
  currentPassword?: string
}

/**
 * Removes one of the actor's tokens, pending or not. After an active one the actor stays logged in here and nowhere else; the
 * last one takes the recovery codes along.
 *
 * @throws DomainError as `requireProof`
 */
export async function deleteAuthenticatorToken(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, currentPassword }: DeletionInput,
): Promise<Success> {
  const { userId } = actor
  const token = await AuthenticatorToken.findOne({ where: { id, userId } })
  if (!token) throw notFound('The authenticator token')
  const { activatedAt } = token
  const proof = activatedAt && (await requireProof(dependencies, actor, currentPassword))
  return authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    const user = await (proof ? requireProofHolds(dependencies, actor, proof) : requireOwnUser(actor))
    // Only in the state by which it was decided whether to ask for the password.
    const deleted = await AuthenticatorToken.destroy({ where: { id, userId, activatedAt } })
    if (deleted === 0) throw notFound('The authenticator token')
    if (!activatedAt) return success
    const recoveryCodes = await removeUnneededRecoveryCodes(userId)
    await recordAudit(dependencies, actor, {
      action: 'authenticator-token.delete',
      target: { id, name: user.name },
      ...(recoveryCodes > 0 && { before: { recoveryCodes } }),
    })
    await afterFactorChange(dependencies, user, actor, {
      what: 'An authenticator token was removed from your login',
      more: recoveryCodes > 0 ? 'Your recovery codes went with it.' : '',
    })
    return success
  })
}

/** Without a second factor there is nothing to recover. @returns how many codes were removed */
const removeUnneededRecoveryCodes = async (userId: string): Promise<number> =>
  (await countAuthenticatorTokens(userId)) === 0 ? RecoveryCode.destroy({ where: { userId } }) : 0
