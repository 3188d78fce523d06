import { notFound } from '../../../core/errors'
import { IntegrationToken } from '../../../db/models/integration-token'
import { IntegrationUser } from '../../../db/models/integration-user'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from './require-admin'

/** Removes a token and every session that was opened with it. */
export async function deleteIntegrationToken(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<{ result: 'SUCCESS' }> {
  requireAdmin(actor)
  const token = await IntegrationToken.findByPk(id)
  const owner = token && (await IntegrationUser.findByPk(token.integrationUserId))
  if (owner?.teamId !== actor.teamId) throw notFound('The token')
  await token?.destroy()
  return { result: 'SUCCESS' }
}
