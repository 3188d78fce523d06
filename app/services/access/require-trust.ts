import { notFound } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { IntegrationTrust } from '../../../db/models/integration-trust'
import { IntegrationUser } from '../../../db/models/integration-user'
import type { HumanActor } from '../actor/actor'

/** A trust of an integration user of the actor's team, with that user. @throws DomainError `not-found` */
export async function requireTrust(
  { teamId }: HumanActor,
  id: string,
): Promise<{ trust: IntegrationTrust; owner: IntegrationUser }> {
  const trust = isUuid(id) ? await IntegrationTrust.findByPk(id) : null
  const owner = trust && (await IntegrationUser.findOne({ where: { id: trust.integrationUserId, teamId } }))
  if (!trust || !owner) throw notFound('The trusted identity')
  return { trust, owner }
}
