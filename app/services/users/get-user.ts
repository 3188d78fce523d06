import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { requireUser } from '../access/own'

/** A user of the team, shown before somebody decides about them. */
export async function getUser(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<{ id: string; name: string; kind: 'human' | 'integration'; email?: string; isSelf: boolean }> {
  requireAccess(actor, 'admin')
  const { kind, user } = await requireUser(actor, id)
  return {
    id: user.id,
    name: user.name,
    kind,
    ...(kind === 'human' && { email: user.email }),
    isSelf: user.id === actor.userId,
  }
}
