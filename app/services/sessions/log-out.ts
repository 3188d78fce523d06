import { Session } from '../../../db/models/session'
import { inTransaction } from '../../../db/transaction'
import { keepTeam } from '../access/users'
import type { Actor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

/** Ends the actor's session; without effect for somebody signed out. */
export async function logOut(dependencies: Dependencies, actor: Actor): Promise<{ result: 'SUCCESS' }> {
  if (actor.kind === 'anonymous') return { result: 'SUCCESS' }
  return inTransaction(dependencies.sequelize, async () => {
    await keepTeam(actor)
    const ended = await Session.destroy({ where: { id: actor.sessionId } })
    if (ended > 0) {
      await recordAudit(dependencies, actor, {
        action: 'session.logout',
        target: { id: actor.sessionId, name: actor.kind === 'human' ? actor.name : 'Integration' },
      })
    }
    return { result: 'SUCCESS' }
  })
}
