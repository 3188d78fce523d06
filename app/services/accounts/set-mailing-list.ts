import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'

/** Whether the actor is sent announcements. */
export async function setMailingList(
  _dependencies: Dependencies,
  actor: HumanActor,
  shouldReceive: boolean,
): Promise<Success> {
  await User.update({ shouldReceiveAnnouncements: shouldReceive }, { where: { id: actor.userId } })
  return success
}
