import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor'
import { authorizedWrite } from '../authorized-write'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'

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
