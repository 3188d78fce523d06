import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { IntegrationUser } from '../../../db/models/integration-user'
import { User } from '../../../db/models/user'
import type { HumanActor } from '../actor/actor'

/** A person of the actor's team. @throws DomainError `not-found`, for somebody of another team as well */
export async function requireHumanUser({ teamId }: HumanActor, id: string): Promise<User> {
  const user = isUuid(id) ? await User.findOne({ where: { id, teamId } }) : null
  if (!user) throw notFound('The user')
  return user
}

/** An integration user of the actor's team. @throws DomainError `not-found` */
export async function requireIntegrationUser({ teamId }: HumanActor, id: string): Promise<IntegrationUser> {
  const user = isUuid(id) ? await IntegrationUser.findOne({ where: { id, teamId } }) : null
  if (!user) throw notFound('The integration user')
  return user
}

/** A person or integration user of the actor's team. @throws DomainError `not-found` */
export async function requireUser(
  { teamId }: HumanActor,
  id: string,
): Promise<{ kind: 'human'; user: User } | { kind: 'integration'; user: IntegrationUser }> {
  const where = { id, teamId }
  const person = isUuid(id) ? await User.findOne({ where }) : null
  if (person) return { kind: 'human', user: person }
  const integration = isUuid(id) ? await IntegrationUser.findOne({ where }) : null
  if (integration) return { kind: 'integration', user: integration }
  throw notFound('The user')
}
