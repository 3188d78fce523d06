import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireCredential } from '../access/own'

/** Removes a token and every session that was opened with it. */
export async function deleteIntegrationToken(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
    const { credential: token, owner } = await requireCredential('token', actor, id)
    await token.destroy()
    await recordAudit(dependencies, actor, {
      action: 'integration-token.delete',
      target: { id: token.id, name: owner.name },
      before: { maskedToken: token.maskedToken },
    })
    return success
  })
}
