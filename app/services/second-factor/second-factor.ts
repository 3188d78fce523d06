import { Op } from 'sequelize'
import { accountMessages } from '../../messages/account-messages'
import { DomainError } from '../../../core/errors'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import type { CodeProof } from '../../../db/models/code-slot'
import type { KnownBrowser } from '../../../db/models/known-browser'
import type { User } from '../../../db/models/user'
import type { Dependencies } from '../dependencies'
import { matchStep } from './authenticator-code'
import { findAuthenticatorSecret } from './authenticator-secret'
import { openCodeSlot } from './code-slot'
import { throttleMilliseconds } from './code-wait'
import { consumeRecoveryCode } from './recovery-codes'

export const authenticationTokenResults = [
  'AUTHENTICATION_TOKEN_SUCCESS',
  'AUTHENTICATION_TOKEN_NOT_NEEDED',
  'AUTHENTICATION_TOKEN_NEEDED',
  'AUTHENTICATION_TOKEN_THROTTLED',
  'AUTHENTICATION_TOKEN_REJECTED',
] as const
export type AuthenticationTokenResult = (typeof authenticationTokenResults)[number]

interface SecondFactorCheck {
  tokenResult: AuthenticationTokenResult
  /** When a recovery code was used up: how many there still are. */
  recoveryCodesLeft?: number
}

/** A code that somebody typed, and what they are known by. */
export interface TypedCode {
  typed: string | undefined
  proof: CodeProof
  browser: KnownBrowser | undefined
}

/**
 * Checks what was typed as second factor of `user`: a code of an authenticator app or a recovery code, each of which counts once.
 * Between two codes of one slot lie two seconds, and more after wrong ones; a throttled attempt does not make the wait longer. For
 * the transaction that locks `user`, which puts attempts that come at once one after the other.
 *
 * @throws DomainError `throttled` when the wait is longer than two seconds
 */
export async function checkSecondFactor(
  dependencies: Dependencies,
  user: User,
  { typed = '', ...known }: TypedCode,
): Promise<SecondFactorCheck> {
  const tokens = await AuthenticatorToken.findAll({
    where: { userId: user.id, activatedAt: { [Op.not]: null } },
  })
  if (tokens.length === 0) return { tokenResult: 'AUTHENTICATION_TOKEN_NOT_NEEDED' }
  if (typed.trim() === '') return { tokenResult: 'AUTHENTICATION_TOKEN_NEEDED' }
  const slot = await openCodeSlot(dependencies, user, known)
  if (slot.waitMilliseconds > throttleMilliseconds)
    throw new DomainError(
      'throttled',
      accountMessages.codesThrottled(Math.ceil(slot.waitMilliseconds / 1000)),
    )
  if (slot.waitMilliseconds > 0) return { tokenResult: 'AUTHENTICATION_TOKEN_THROTTLED' }
  await slot.recordTry()
  if (await useCode(dependencies, tokens, typed)) return { tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS' }
  const recoveryCodesLeft = await consumeRecoveryCode(dependencies, user, typed)
  if (recoveryCodesLeft !== undefined)
    return { tokenResult: 'AUTHENTICATION_TOKEN_SUCCESS', recoveryCodesLeft }
  await slot.recordWrong()
  return { tokenResult: 'AUTHENTICATION_TOKEN_REJECTED' }
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

/** How many authenticator tokens are second factors of `userId`: those that were activated. */
export const countAuthenticatorTokens = (userId: string): Promise<number> =>
  AuthenticatorToken.count({ where: { userId, activatedAt: { [Op.not]: null } } })
