import { newsKinds, type NewsKind } from '../../../core/news/news-kinds'
import { User } from '../../../db/models/user'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import type { Dependencies } from '../dependencies'

/** Says of what the actor wants no mails, whatever the environments send. */
export const setMails = (
  dependencies: Dependencies,
  actor: HumanActor,
  unwanted: NewsKind[],
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async ({ userId }) => {
    const unwantedMails = newsKinds.filter((kind) => unwanted.includes(kind))
    await User.update({ unwantedMails }, { where: { id: userId } })
    return success
  })
