import { accessMessages } from '../../messages/access-messages'
import { z } from 'zod'
import { IntegrationUser } from '../../../db/models/integration-user'
import { Session } from '../../../db/models/session'
import { DomainError } from '../../../core/errors'
import type { TeamActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'

export const callerSchema = z.object({
  kind: z.enum(['human', 'integration']),
  id: z.string(),
  name: z.string(),
  /** E-mail address of a person. */
  email: z.string().optional(),
  isAdmin: z.boolean(),
  /** When the login is over, however much it is used. */
  expiresEpoch: z.int(),
})
export type Caller = z.infer<typeof callerSchema>

/** The caller, with the end of their login. */
export async function getCaller(_dependencies: Dependencies, actor: TeamActor): Promise<Caller> {
  const session = await Session.findByPk(actor.sessionId, { attributes: ['expiresAt'] })
  // It may have ended since the actor was found.
  if (!session) throw new DomainError('unauthenticated', accessMessages.loginFirst)
  const expiresEpoch = session.expiresAt.getTime()
  if (actor.kind === 'human') {
    const { userId: id, name, email, isAdmin } = actor
    return { kind: 'human', id, name, email, isAdmin, expiresEpoch }
  }
  const user = await IntegrationUser.findByPk(actor.integrationUserId, { attributes: ['name'] })
  return {
    kind: 'integration',
    id: actor.integrationUserId,
    name: user?.name ?? '',
    isAdmin: false,
    expiresEpoch,
  }
}
