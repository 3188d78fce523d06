import { IntegrationToken } from '../../../db/models/integration-token'
import { requireAccess } from '../access/access'
import { requireIntegrationUser } from '../access/require-user'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { toTokenJson, type IntegrationUserJson } from './user-views'

/** An integration user with its tokens, newest first. */
export async function getIntegrationUser(
  { clock }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<IntegrationUserJson & { nowEpoch: number }> {
  requireAccess(actor, 'admin')
  const { name } = await requireIntegrationUser(actor, id)
  const tokens = await IntegrationToken.findAll({
    where: { integrationUserId: id },
    order: [['createdAt', 'DESC']],
  })
  return { id, name, tokens: tokens.map(toTokenJson), nowEpoch: clock.now() }
}
