import { User } from '../../../db/models/user'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import type { Dependencies } from '../dependencies'

/** Whether the actor is sent announcements. */
export const setMailingList = (
  dependencies: Dependencies,
  actor: HumanActor,
  shouldReceive: boolean,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async ({ userId }) => {
    await User.update({ shouldReceiveAnnouncements: shouldReceive }, { where: { id: userId } })
    return success
  })
