import { IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import { Session } from '../../../db/models/session'
import type { TeamActor } from '../actor/actor'

/** Id of the person who made the token or trust that an integration user is logged in by; null for people, who log in as themselves. */
export async function makerOfCredential(actor: TeamActor): Promise<string | null> {
  if (actor.kind === 'human') return null
  const session = await Session.findByPk(actor.sessionId)
  const { integrationTokenId, integrationTrustId } = session ?? {}
  const credential = integrationTokenId
    ? await IntegrationToken.findByPk(integrationTokenId)
    : integrationTrustId && (await IntegrationTrust.findByPk(integrationTrustId))
  return credential ? credential.madeBy : null
}
