import { Session } from '../../../db/models/session'
import type { Actor } from '../actor'
import type { Dependencies } from '../dependencies'

/** Ends the actor's session; without effect for somebody signed out. */
export async function logOut(_dependencies: Dependencies, actor: Actor): Promise<{ result: 'SUCCESS' }> {
  if (actor.kind !== 'anonymous') await Session.destroy({ where: { id: actor.sessionId } })
  return { result: 'SUCCESS' }
}
