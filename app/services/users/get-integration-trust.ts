import { requireAccess } from '../access/access'
import { requireTrust } from '../access/require-trust'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { toTrustJson, type TrustJson } from './user-views'

/** A trust of an integration user, with that user. @throws DomainError `not-found` */
export async function getIntegrationTrust(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<TrustJson & { integrationUser: { id: string; name: string }; nowEpoch: number }> {
  requireAccess(actor, 'admin')
  const { trust, owner } = await requireTrust(actor, id)
  const integrationUser = { id: owner.id, name: owner.name }
  return { ...toTrustJson(dependencies, trust), integrationUser, nowEpoch: dependencies.clock.now() }
}
