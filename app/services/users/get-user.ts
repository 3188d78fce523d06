import { requireAccess } from '../access/access'
import { requireUser } from '../access/require-user'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

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
