import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { Session } from '../../../db/models/session'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

/** Logs the actor out in one place: of a browser that is shared, or a command line that is not needed any more. @throws DomainError `not-found`, also for somebody else's session */
export const endSession = (dependencies: Dependencies, actor: HumanActor, id: string): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    const { userId, name } = actor
    const ended = isUuid(id) ? await Session.destroy({ where: { id, userId } }) : 0
    if (ended === 0) throw notFound('The session')
    await recordAudit(dependencies, actor, {
      action: 'session.logout-one',
      target: { id: userId, name },
      after: { ended },
    })
    return success
  })
