import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireCredential } from '../access/own'

/** Ends that an integration user trusts identities, and every session that they opened. */
export async function deleteIntegrationTrust(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
    const { credential: trust, owner } = await requireCredential('trust', actor, id)
    await trust.destroy()
    const { issuer, subject, audience, environment } = trust
    await recordAudit(dependencies, actor, {
      action: 'integration-trust.delete',
      target: { id: trust.id, name: owner.name },
      before: { issuer, subject, audience, environment },
    })
    return success
  })
}
