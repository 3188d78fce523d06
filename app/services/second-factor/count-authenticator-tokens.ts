import { Op } from 'sequelize'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'

/** How many authenticator tokens are second factors of `userId`: those that were activated. */
export const countAuthenticatorTokens = (userId: string): Promise<number> =>
  AuthenticatorToken.count({ where: { userId, activatedAt: { [Op.not]: null } } })
