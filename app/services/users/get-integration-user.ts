import { IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { toTokenJson, toTrustJson, type IntegrationUserJson } from './user-views'
import { requireOwn } from '../access/own'

/** An integration user with its tokens, newest first, and what it trusts. */
export async function getIntegrationUser(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<
  IntegrationUserJson & {
    nowEpoch: number
    ownAudience: string
    issuers: { name: string; address: string }[]
  }
> {
  requireAccess(actor, 'admin')
  const { name } = await requireOwn('integrationUser', actor, id)
  const order: [string, string][] = [
    ['createdAt', 'DESC'],
    ['id', 'ASC'],
  ]
  const own = { where: { integrationUserId: id }, order }
  const [tokens, trusts] = await Promise.all([IntegrationToken.findAll(own), IntegrationTrust.findAll(own)])
  const { clock, identities, publicUrl } = dependencies
  return {
    id,
    name,
    tokens: tokens.map(toTokenJson),
    trusts: trusts.map((trust) => toTrustJson(dependencies, trust)),
    nowEpoch: clock.now(),
    ownAudience: publicUrl,
    issuers: identities.issuers.map(({ name, address }) => ({ name, address })),
  }
}
