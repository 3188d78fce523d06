import { Op } from 'sequelize'
import { PasswordReset, type PasswordResetRequest } from '../../../db/models/password-reset'
import type { Dependencies } from '../dependencies'
import { seal, unseal } from '../secrets/seal'
import { hashSecretToken } from '../secrets/secret-token'

/** A password reset must be finished this long after it was asked for. */
export const resetLifeMilliseconds = 10 * 60_000

/** The reset that `token` of a mail allows, while it lasts. */
export const findReset = ({ clock }: Dependencies, token: string): Promise<PasswordReset | null> =>
  PasswordReset.findOne({
    where: { tokenHash: hashSecretToken(token), expiresAt: { [Op.gt]: new Date(clock.now()) } },
  })

const purposeOf = (requestId: string) => `password reset request ${requestId}`

/** How the address that a link was asked for is kept: whoever reads the database does not learn who asks, and about whom. */
export const sealResetAddress = (
  { authenticatorKeys }: Pick<Dependencies, 'authenticatorKeys'>,
  requestId: string,
  address: string,
): string => seal(authenticatorKeys, address, purposeOf(requestId))

/** The address that a link was asked for; undefined, and a line for the operator, when it cannot be read. */
export function openResetAddress(
  { authenticatorKeys, log }: Pick<Dependencies, 'authenticatorKeys' | 'log'>,
  { id, address }: PasswordResetRequest,
): string | undefined {
  try {
    return unseal(authenticatorKeys, address, purposeOf(id))
  } catch (failure) {
    log.error({ err: failure, request: id }, 'The address of a password reset cannot be read: it is dropped')
    return undefined
  }
}
