import { notFound } from '../../../core/errors'
import type { LastingKind } from '../../../db/queries/made-lately'
import type { HumanActor } from '../actor/actor'
import type { Success } from '../answers/success'
import type { Dependencies } from '../dependencies'
import { endOtherSessions } from '../sessions/end-other-sessions'
import { deleteIntegrationToken } from '../users/delete-integration-token'
import { deleteIntegrationTrust } from '../users/delete-integration-trust'
import { deleteUser } from '../users/delete-user'
import { deleteWebhook } from '../webhooks/delete-webhook'
import { findMadeLately } from './list-made-lately'

type End = (dependencies: Dependencies, actor: HumanActor, id: string) => Promise<Success>

const endings: Record<LastingKind, End> = {
  token: deleteIntegrationToken,
  trust: deleteIntegrationTrust,
  person: deleteUser,
  webhook: deleteWebhook,
}

/**
 * Logs the actor out everywhere else, and ends those things of `madeThings` that were made with their login lately: whoever sat at one of
 * the sessions may have made them. The sessions end first, so that nothing is made meanwhile.
 *
 * @throws DomainError `not-found` for a thing that is not among them
 */
export async function logOutElsewhere(
  dependencies: Dependencies,
  actor: HumanActor,
  { madeThings = [] }: { madeThings?: string[] } = {},
): Promise<Success> {
  const answer = await endOtherSessions(dependencies, actor)
  if (madeThings.length === 0) return answer
  const made = new Map((await findMadeLately(dependencies, actor)).map(({ id, kind }) => [id, kind]))
  for (const id of new Set(madeThings)) {
    const kind = made.get(id)
    if (!kind) throw notFound('What your login created')
    await endings[kind](dependencies, actor, id)
  }
  return answer
}
