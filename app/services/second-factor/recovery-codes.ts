import { describeRecoveryCodesLeft, recoveryCodesPerSet } from '../../messages/account-messages'
import { RecoveryCode } from '../../../db/models/authenticator-token'
import type { User } from '../../../db/models/user'
import { securityNoticeMail } from '../../mail/security-notice-mail'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { createRecoveryCode, hashRecoveryCode, readRecoveryCode } from './recovery-code'

/** How many codes `userId` may still use. */
export const countRecoveryCodes = (userId: string): Promise<number> =>
  RecoveryCode.count({ where: { userId } })

/** Gives `userId` a new set in place of every code of before. This is the only copy. For the transaction that locks the user. */
export async function replaceRecoveryCodes({ clock }: Dependencies, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesPerSet }, createRecoveryCode)
  await RecoveryCode.destroy({ where: { userId } })
  const createdAt = new Date(clock.now())
  await RecoveryCode.bulkCreate(
    codes.map((code) => ({ userId, codeHash: hashRecoveryCode(userId, code), createdAt })),
  )
  return codes
}

/**
 * Uses up the recovery code that `typed` is, and tells its owner by mail. For the transaction that locks `user`.
 *
 * @returns how many are left; undefined when it is none of theirs
 */
export async function consumeRecoveryCode(
  dependencies: Dependencies,
  user: User,
  typed: string,
): Promise<number | undefined> {
  const code = readRecoveryCode(typed)
  if (code === undefined) return undefined
  const { id: userId, teamId, name, email } = user
  const used = await RecoveryCode.destroy({ where: { userId, codeHash: hashRecoveryCode(userId, code) } })
  if (used === 0) return undefined
  const left = await countRecoveryCodes(userId)
  await recordAudit(
    dependencies,
    { kind: 'human', userId, teamId, name, email },
    { action: 'recovery-code.use', target: user, before: { left: left + 1 }, after: { left } },
  )
  const { publicUrl } = dependencies
  const what = 'A recovery code of your login was used'
  const consequence = `It works no more, and ${describeRecoveryCodesLeft(left)}`
  await queueMail(dependencies, email, securityNoticeMail({ owner: user, what, consequence, publicUrl }))
  return left
}
