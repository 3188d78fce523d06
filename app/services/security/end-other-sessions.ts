import { Op } from 'sequelize'
import { LoginChallenge } from '../../../db/models/login-challenge'
import { Session } from '../../../db/models/session'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'

/** Logs the actor out wherever it is not this session that asks, half-finished logins included. */
export async function endOtherSessions(
  _dependencies: Dependencies,
  { userId, sessionId }: HumanActor,
): Promise<Success> {
  await LoginChallenge.destroy({ where: { userId } })
  await Session.destroy({ where: { userId, id: { [Op.ne]: sessionId } } })
  return success
}
