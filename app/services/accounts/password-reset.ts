import { Op } from 'sequelize'
import { PasswordReset } from '../../../db/models/password-reset'
import type { Dependencies } from '../dependencies'
import { hashSecretToken } from './secret-token'

/** A password reset must be finished this long after it was asked for. */
export const resetLifeMilliseconds = 10 * 60_000

/** The reset that `token` of a mail allows, while it lasts. */
export const findReset = ({ clock }: Dependencies, token: string): Promise<PasswordReset | null> =>
  PasswordReset.findOne({
    where: { tokenHash: hashSecretToken(token), expiresAt: { [Op.gt]: new Date(clock.now()) } },
  })
