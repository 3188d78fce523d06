import { Op } from 'sequelize'
import { DeviceLogin } from '../../../db/models/device-login'
import { Session, LoginChallenge } from '../../../db/models/session'
import { forgetBrowsers } from './known-browser'

/**
 * Ends every session of `userId` but `keptSessionId`, every login that waits for its code, and every command line that is to get its
 * session; forgets the browsers that the person logged in with, but the one of the running request where a session is kept. For the
 * transaction that locks the user.
 *
 * @returns how many sessions were ended
 */
export async function endOtherLogins(userId: string, keptSessionId?: string): Promise<number> {
  await LoginChallenge.destroy({ where: { userId } })
  await DeviceLogin.destroy({ where: { userId } })
  await forgetBrowsers(userId, { keepsThis: keptSessionId !== undefined })
  return Session.destroy({ where: { userId, ...(keptSessionId && { id: { [Op.ne]: keptSessionId } }) } })
}
