import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { IntegrationToken } from '../../../db/models/integration-token'
import { IntegrationUser } from '../../../db/models/integration-user'
import type { HumanActor } from '../actor/actor'

/** A token of an integration user of the actor's team, and whose it is. @throws DomainError `not-found` */
export async function requireToken(
  { teamId }: HumanActor,
  id: string,
): Promise<{ token: IntegrationToken; owner: IntegrationUser }> {
  const token = isUuid(id) ? await IntegrationToken.findByPk(id) : null
  const owner = token && (await IntegrationUser.findOne({ where: { id: token.integrationUserId, teamId } }))
  if (!token || !owner) throw notFound('The token')
  return { token, owner }
}
