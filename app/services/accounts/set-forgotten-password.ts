import { PasswordReset } from '../../../db/models/password-reset'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import type { Dependencies } from '../dependencies'
import { isAcceptablePassword } from './acceptable-password'
import { countFailure, loginAttempt, requireAttempt } from './attempt-limit'
import { hashPassword } from './password'
import { findReset } from './password-reset'
import { recordFailedLogin } from './record-failed-login'
import { checkSecondFactor, isPassed, type AuthenticationTokenResult } from './second-factor'
import { storePassword } from './store-password'

export const forgottenPasswordResults = ['SUCCESS', 'PASSWORD_INVALID', 'TOKEN_EXPIRED'] as const

export interface ForgottenPasswordInput {
  /** From the mail; works once. */
  forgotToken: string
  newPassword: string
  /** Code of the second factor or a recovery code, for who has them: a mailbox alone does not get past them. */
  authenticationToken?: string
}

export interface ForgottenPasswordChange {
  /** About token and password alone. */
  result: (typeof forgottenPasswordResults)[number]
  /** About the second factor; the password is set when both agree. */
  tokenResult: AuthenticationTokenResult
  /** When it was a recovery code that was accepted: how many there still are. */
  recoveryCodesLeft?: number
}

const answer = (
  result: ForgottenPasswordChange['result'],
  tokenResult: AuthenticationTokenResult = 'AUTHENTICATION_TOKEN_NOT_NEEDED',
): ForgottenPasswordChange => ({ result, tokenResult })

/**
 * Sets a new password by the link of a mail and logs out everything that the old one had logged in.
 *
 * @throws DomainError `throttled` after too many wrong codes
 */
export async function setForgottenPassword(
  dependencies: Dependencies,
  { forgotToken, newPassword, authenticationToken }: ForgottenPasswordInput,
): Promise<ForgottenPasswordChange> {
  const reset = await findReset(dependencies, forgotToken)
  const owner = reset && (await User.findByPk(reset.userId))
  if (!owner) return answer('TOKEN_EXPIRED')
  if (!isAcceptablePassword(newPassword, owner)) return answer('PASSWORD_INVALID')
  const attempt = loginAttempt(owner.email)
  await requireAttempt(dependencies, attempt)
  const passwordHash = await hashPassword(newPassword)
  const change = await inTransaction(dependencies.sequelize, () =>
    setPassword(dependencies, reset, passwordHash, authenticationToken),
  )
  if (change.tokenResult === 'AUTHENTICATION_TOKEN_REJECTED') {
    await countFailure(dependencies, attempt)
    recordFailedLogin(dependencies, owner, 'second factor')
  }
  return change
}

/** In one transaction, so that a code is used up by nothing but the change that it was typed for. */
async function setPassword(
  dependencies: Dependencies,
  { userId, tokenHash }: PasswordReset,
  passwordHash: string,
  typed: string | undefined,
): Promise<ForgottenPasswordChange> {
  const user = await User.findByPk(userId, { lock: true })
  const isOpen = (await PasswordReset.count({ where: { userId, tokenHash } })) > 0
  if (!user || !isOpen) return answer('TOKEN_EXPIRED')
  const { tokenResult, recoveryCodesLeft } = await checkSecondFactor(dependencies, userId, typed)
  if (!isPassed(tokenResult)) return answer('SUCCESS', tokenResult)
  await storePassword(dependencies, user, passwordHash)
  return { ...answer('SUCCESS', tokenResult), recoveryCodesLeft }
}
