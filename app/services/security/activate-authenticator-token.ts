import { inTransaction } from '../../../db/transaction'
import { matchStep } from '../accounts/authenticator-code'
import { requireOwnUser } from '../accounts/require-own-user'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { afterFactorChange } from './after-factor-change'
import { findPendingToken } from './pending-token'

/**
 * Makes the actor's pending token a second factor, when `token` is a code of it. The actor stays logged in here and nowhere
 * else.
 *
 * @returns whether it was; also false when the token waits no longer
 */
export function activateAuthenticatorToken(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, token: typed }: { id: string; token: string },
): Promise<boolean> {
  const { sequelize, clock } = dependencies
  return inTransaction(sequelize, async () => {
    const user = await requireOwnUser(actor)
    const token = await findPendingToken(dependencies, actor, id)
    const step = token ? matchStep(token, typed, clock.now()) : undefined
    if (!token || step === undefined) return false
    await token.update({ activatedAt: new Date(clock.now()), lastUsedStep: step })
    await recordAudit(dependencies, actor, {
      action: 'authenticator-token.create',
      target: { id: token.id, name: user.name },
    })
    await afterFactorChange(dependencies, user, actor, 'An authenticator token was added to your login')
    return true
  })
}
