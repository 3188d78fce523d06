import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireWaitingLogin, factsOf } from './waiting-login'

/** Tells the command line that waits that it is not let in. @throws DomainError `not-found` when it waits no longer */
export const refuseDeviceLogin = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    const waiting = await requireWaitingLogin(dependencies, actor, id)
    await waiting.update({ state: 'refused' })
    await recordAudit(dependencies, actor, {
      action: 'device-login.refuse',
      target: { id, name: actor.name },
      after: factsOf(waiting),
    })
    return success
  })
