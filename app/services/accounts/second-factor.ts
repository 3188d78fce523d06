import { Op } from 'sequelize'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import type { Dependencies } from '../dependencies'
import { matchStep } from './authenticator-code'

export const authenticationTokenResults = [
  'AUTHENTICATION_TOKEN_SUCCESS',
  'AUTHENTICATION_TOKEN_NOT_NEEDED',
  'AUTHENTICATION_TOKEN_NEEDED',
  'AUTHENTICATION_TOKEN_THROTTLED',
  'AUTHENTICATION_TOKEN_REJECTED',
] as const
export type AuthenticationTokenResult = (typeof authenticationTokenResults)[number]

const throttleMilliseconds = 2_000

/**
 * Checks the code of the second factor that `userId` typed, which counts once. Between two codes of one person lie two
 * seconds, however many ask at once; a throttled attempt does not make the wait longer.
 */
export function checkSecondFactor(
  { sequelize, clock }: Dependencies,
  userId: string,
  typed = '',
): Promise<AuthenticationTokenResult> {
  return inTransaction(sequelize, async () => {
    // The row's lock puts attempts that come at once one after the other.
    const user = await User.findByPk(userId, { lock: true })
    const tokens = await AuthenticatorToken.findAll({
      where: { userId, activatedAt: { [Op.not]: null } },
    })
    if (tokens.length === 0) return 'AUTHENTICATION_TOKEN_NOT_NEEDED'
    if (typed.trim() === '') return 'AUTHENTICATION_TOKEN_NEEDED'
    const now = clock.now()
    if (now - (user?.codeTriedAt?.getTime() ?? 0) < throttleMilliseconds)
      return 'AUTHENTICATION_TOKEN_THROTTLED'
    await user?.update({ codeTriedAt: new Date(now) })
    return (await useCode(tokens, typed, now))
      ? 'AUTHENTICATION_TOKEN_SUCCESS'
      : 'AUTHENTICATION_TOKEN_REJECTED'
  })
}

/** Whether the second factor lets somebody in. */
export const isPassed = (result: AuthenticationTokenResult): boolean =>
  result === 'AUTHENTICATION_TOKEN_SUCCESS' || result === 'AUTHENTICATION_TOKEN_NOT_NEEDED'

async function useCode(tokens: AuthenticatorToken[], typed: string, now: number): Promise<boolean> {
  for (const token of tokens) {
    const step = matchStep(token, typed, now)
    if (step === undefined) continue
    await token.update({ lastUsedStep: step, lastUsedAt: new Date(now) })
    return true
  }
  return false
}
