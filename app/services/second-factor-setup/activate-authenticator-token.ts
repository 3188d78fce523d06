import type { User } from '../../../db/models/user'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireProof, requireProofHolds } from '../passwords/require-proof'
import { matchStep } from '../second-factor/authenticator-code'
import { findAuthenticatorSecret } from '../second-factor/authenticator-secret'
import { countAuthenticatorTokens } from '../second-factor/second-factor'
import { replaceRecoveryCodes } from '../second-factor/recovery-codes'
import { afterFactorChange } from './after-factor-change'
import { findPendingToken } from './pending-token'

interface ActivationInput {
  id: string
  /** A code that the app shows. */
  token: string
  /** May be absent soon after logging in. */
  currentPassword?: string
  /** Whether whoever asks can show recovery codes: then the first factor comes with a set. */
  showsRecoveryCodes?: boolean
}

interface Activation {
  /** False for a wrong code, and when the token waits no longer. */
  isActive: boolean
  /** The only copy; empty when none were made. */
  recoveryCodes: string[]
}

/**
 * Makes the actor's pending token a second factor, when `token` is a code of it. The actor stays logged in here and nowhere
 * else.
 *
 * @throws DomainError as `requireProof`
 */
export async function activateAuthenticatorToken(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, token: typed, currentPassword, showsRecoveryCodes = false }: ActivationInput,
): Promise<Activation> {
  const proof = await requireProof(dependencies, actor, currentPassword)
  const { clock } = dependencies
  return authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    const user = await requireProofHolds(dependencies, actor, proof)
    const token = await findPendingToken(dependencies, actor, id)
    const secret = token ? findAuthenticatorSecret(dependencies, token) : undefined
    const step = matchStep({ secret, lastUsedStep: null }, typed, clock.now())
    if (!token || step === undefined) return { isActive: false, recoveryCodes: [] }
    const isFirst = (await countAuthenticatorTokens(user.id)) === 0
    await token.update({ activatedAt: new Date(clock.now()), lastUsedStep: step })
    const recoveryCodes =
      isFirst && showsRecoveryCodes ? await replaceRecoveryCodes(dependencies, user.id) : []
    await recordActivation(dependencies, actor, { user, id: token.id, recoveryCodes })
    return { isActive: true, recoveryCodes }
  })
}

async function recordActivation(
  dependencies: Dependencies,
  actor: HumanActor,
  { user, id, recoveryCodes }: { user: User; id: string; recoveryCodes: string[] },
): Promise<void> {
  const made = recoveryCodes.length
  await recordAudit(dependencies, actor, {
    action: 'authenticator-token.create',
    target: { id, name: user.name },
    ...(made > 0 && { after: { recoveryCodes: made } }),
  })
  await afterFactorChange(dependencies, user, actor, {
    what: 'An authenticator token was added to your login',
    more: made > 0 ? `${made} recovery codes were created with it.` : '',
  })
}
