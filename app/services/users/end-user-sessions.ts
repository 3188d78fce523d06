import { Transaction } from 'sequelize'
import { User } from '../../../db/models/user'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { endOtherLogins } from '../sessions/end-other-logins'
import { requireOwn } from '../access/own'

/**
 * Logs a person of the team out everywhere, half-finished logins included, and forgets the browsers they are known by; the actor
 * not out of the session and browser that asks.
 */
export function endUserSessions(dependencies: Dependencies, actor: HumanActor, id: string): Promise<Success> {
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
    const user = await requireOwn('person', actor, id)
    const isOwn = user.id === actor.userId
    // Before the sessions; the actor is locked already.
    if (!isOwn) await User.findByPk(user.id, { lock: Transaction.LOCK.NO_KEY_UPDATE })
    const ended = await endOtherLogins(user.id, isOwn ? actor.sessionId : undefined)
    await recordAudit(dependencies, actor, { action: 'user.end-sessions', target: user, after: { ended } })
    return success
  })
}
