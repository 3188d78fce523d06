import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { toTrustJson, type TrustJson } from './user-views'
import { requireCredential } from '../access/own'

/** A trust of an integration user, with that user. @throws DomainError `not-found` */
export async function getIntegrationTrust(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<TrustJson & { integrationUser: { id: string; name: string }; nowEpoch: number }> {
  requireAccess(actor, 'admin')
  const { credential: trust, owner } = await requireCredential('trust', actor, id)
  const integrationUser = { id: owner.id, name: owner.name }
  return { ...toTrustJson(dependencies, trust), integrationUser, nowEpoch: dependencies.clock.now() }
}
