import { requireAccess } from '../access/access'
import { authorizedWrite, type Write } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { requireProof, requireProofHolds } from './require-proof'

interface Lasting extends Write<'admin'> {
  /** What was typed as the password; absent or empty soon after logging in. */
  currentPassword: string | undefined
}

/**
 * An `authorizedWrite` that makes what outlives the session it was made in: a token, a person, a trust, a webhook. Whoever has only a session,
 * found or let in for a while, must not turn it into something that stays.
 *
 * @throws DomainError as `requireProof`
 */
export async function lastingWrite<Result extends object>(
  dependencies: Dependencies,
  actor: HumanActor,
  { currentPassword, ...write }: Lasting,
  work: (actor: HumanActor) => Promise<Result>,
): Promise<Result> {
  requireAccess(actor, write.access)
  const proof = await requireProof(dependencies, actor, currentPassword)
  return authorizedWrite(dependencies, actor, write, async (actor) => {
    await requireProofHolds(dependencies, actor, proof)
    return work(actor)
  })
}
