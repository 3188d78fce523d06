import { authorizedWrite } from '../access/authorized-write'
import { requireToken } from '../access/require-token'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

/** Removes a token and every session that was opened with it. */
export async function deleteIntegrationToken(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<Success> {
  return authorizedWrite(dependencies, actor, { access: 'admin', reach: 'team' }, async (actor) => {
    const { token, owner } = await requireToken(actor, id)
    await token.destroy()
    await recordAudit(dependencies, actor, {
      action: 'integration-token.delete',
      target: { id: token.id, name: owner.name },
      before: { maskedToken: token.maskedToken },
    })
    return success
  })
}
