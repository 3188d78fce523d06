import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { toTokenJson, type TokenJson } from './user-views'
import { requireCredential } from '../access/own'

/** A token, masked, and the integration user that it belongs to. */
export async function getIntegrationToken(
  { clock }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<TokenJson & { integrationUser: { id: string; name: string }; nowEpoch: number }> {
  requireAccess(actor, 'admin')
  const { credential: token, owner } = await requireCredential('token', actor, id)
  const integrationUser = { id: owner.id, name: owner.name }
  return { ...toTokenJson(token), integrationUser, nowEpoch: clock.now() }
}
