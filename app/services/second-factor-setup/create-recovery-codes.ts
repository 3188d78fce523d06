import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireProof, requireProofHolds } from '../passwords/require-proof'
import { countAuthenticatorTokens } from '../second-factor/second-factor'
import { countRecoveryCodes, replaceRecoveryCodes } from '../second-factor/recovery-codes'
import { afterFactorChange } from './after-factor-change'

/**
 * Makes a new set of recovery codes in place of every one of before. This answer is the only copy. The actor stays logged in
 * here and nowhere else.
 *
 * @throws DomainError as `requireProof`; `conflict` without an authenticator token
 */
export async function createRecoveryCodes(
  dependencies: Dependencies,
  actor: HumanActor,
  { currentPassword }: { currentPassword?: string } = {},
): Promise<{ recoveryCodes: string[] }> {
  const proof = await requireProof(dependencies, actor, currentPassword)
  return authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    const user = await requireProofHolds(dependencies, actor, proof)
    if ((await countAuthenticatorTokens(user.id)) === 0)
      throw new DomainError('conflict', accountMessages.recoveryCodesNeedToken)
    const left = await countRecoveryCodes(user.id)
    const recoveryCodes = await replaceRecoveryCodes(dependencies, user.id)
    await recordAudit(dependencies, actor, {
      action: 'recovery-codes.create',
      target: user,
      before: { left },
      after: { left: recoveryCodes.length },
    })
    await afterFactorChange(dependencies, user, actor, {
      what: 'New recovery codes were created for your login',
      more: 'Those of before work no more.',
    })
    return { recoveryCodes }
  })
}
