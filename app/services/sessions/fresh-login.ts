import { Op } from 'sequelize'
import { Session } from '../../../db/models/session'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

/** How long after logging in nobody needs to be asked for the password again. */
const freshMilliseconds = 10 * 60_000

/** Whether the actor has only just logged in with a password. A command line that was let in by a code never has. */
export async function isFreshLogin(
  { clock }: Dependencies,
  { sessionId }: Pick<HumanActor, 'sessionId'>,
): Promise<boolean> {
  const createdAt = { [Op.gt]: new Date(clock.now() - freshMilliseconds) }
  return (await Session.count({ where: { id: sessionId, createdAt, isByDeviceCode: false } })) > 0
}
