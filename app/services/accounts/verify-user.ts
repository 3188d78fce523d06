import { inTransaction } from '../../../db/transaction'
import { User } from '../../../db/models/user'
import { VerificationCode } from '../../../db/models/verification-code'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { hashVerificationCode, maximumAttempts, normalizeVerificationCode } from './verification-code'

export const verifyUserResults = ['SUCCESS', 'FAILURE', 'THROTTLED'] as const
export type VerifyUserResult = (typeof verifyUserResults)[number]

/** Checks the code that was sent to the actor. A code allows five attempts. Somebody verified already succeeds. */
export function verifyUser(
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string,
): Promise<{ result: VerifyUserResult }> {
  const { sequelize, clock } = dependencies
  return inTransaction(sequelize, async () => {
    const user = await User.findByPk(actor.userId, { lock: true })
    if (!user) return { result: 'FAILURE' }
    if (user.verifiedAt) return { result: 'SUCCESS' }
    const code = await VerificationCode.findByPk(user.id)
    if (!code || code.expiresAt.getTime() <= clock.now()) return { result: 'FAILURE' }
    if (code.attempts >= maximumAttempts) return { result: 'THROTTLED' }
    if (code.codeHash !== hashVerificationCode(user.id, normalizeVerificationCode(typed))) {
      await code.increment('attempts')
      return { result: 'FAILURE' }
    }
    await user.update({ verifiedAt: new Date(clock.now()) })
    await code.destroy()
    await recordAudit(dependencies, actor, { action: 'user.verify', target: user })
    return { result: 'SUCCESS' }
  })
}
