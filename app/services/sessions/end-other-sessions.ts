import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { endOtherLogins } from './end-other-logins'

/** Logs the actor out wherever it is not this session that asks, half-finished logins included, and forgets the other browsers. */
export const endOtherSessions = (dependencies: Dependencies, actor: HumanActor): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async (actor) => {
    await removeOtherSessions(dependencies, actor)
    return success
  })

/** The same, for a write that reaches the actor's own login. */
export async function removeOtherSessions(dependencies: Dependencies, actor: HumanActor): Promise<void> {
  const { userId, sessionId, name } = actor
  const ended = await endOtherLogins(userId, sessionId)
  if (ended === 0) return
  await recordAudit(dependencies, actor, {
    action: 'session.logout-others',
    target: { id: userId, name },
    after: { ended },
  })
}
