import { Op } from 'sequelize'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import type { Dependencies } from '../dependencies'
import { matchStep } from './authenticator-code'
import { findAuthenticatorSecret } from './authenticator-secret'
import { consumeRecoveryCode } from './recovery-codes'

export const authenticationTokenResults = [
  'AUTHENTICATION_TOKEN_SUCCESS',
  'AUTHENTICATION_TOKEN_NOT_NEEDED',
  'AUTHENTICATION_TOKEN_NEEDED',
  'AUTHENTICATION_TOKEN_THROTTLED',
  'AUTHENTICATION_TOKEN_REJECTED',
] as const
export type AuthenticationTokenResult = (typeof authenticationTokenResults)[number]

export interface SecondFactorCheck {
  tokenResult: AuthenticationTokenResult
  /** When a recovery code was used up: how many there still are. */
  recoveryCodesLeft?: number
}

const throttleMilliseconds = 2_000

/**
 * Checks what `userId` typed as second factor: a code of an authenticator app or a recovery code, each of which counts once.
 * Between two codes of one person lie two seconds, however many ask at once; a throttled attempt does not make the wait longer.
 */
export function checkSecondFactor(
  dependencies: Dependencies,
  userId: string,
  typed = '',
): Promise<SecondFactorCheck> {
  const { sequelize, clock } = dependencies
  return inTransaction(sequelize, async () => {
    // The row's lock puts attempts that come at once one after the other.
    const user = await User.findByPk(userId, { lock: true })
    const tokens = await AuthenticatorToken.findAll({
      where: { userId, activatedAt: { [Op.not]: null } },
    })
    if (!user || tokens.length === 0) return { tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED' }
    if (typed.trim() === '') return { tokenResult: 'AUTHENTICATION_TOKEN_NEEDED' }
    const now = clock.now()
    if (now - (user.codeTriedAt?.getTime() ?? 0) < throttleMilliseconds)
      return { tokenResult: 'AUTHENTICATION_TOKEN_THROTTLED' }
    await user.update({ codeTriedAt: new Date(now) })
    if (await useCode(dependencies, tokens, typed)) return { tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS' }
    const recoveryCodesLeft = await consumeRecoveryCode(dependencies, user, typed)
    return recoveryCodesLeft === undefined
      ? { tokenResult: 'AUTHENTICATION_TOKEN_REJECTED' }
      : { tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS', recoveryCodesLeft }
  })
}

/** Whether the second factor lets somebody in. */
export const isPassed = (result: AuthenticationTokenResult): boolean =>
  result === 'AUTHENTICATION_TOKEN_SUCCESS' || result === 'AUTHENTICATION_TOKEN_NOT_NEEDED'

async function useCode(
  dependencies: Dependencies,
  tokens: AuthenticatorToken[],
  typed: string,
): Promise<boolean> {
  const now = dependencies.clock.now()
  for (const token of tokens) {
    const secret = findAuthenticatorSecret(dependencies, token)
    const step = matchStep({ secret, lastUsedStep: token.lastUsedStep }, typed, now)
    if (step === undefined) continue
    await token.update({ lastUsedStep: step, lastUsedAt: new Date(now) })
    return true
  }
  return false
}
