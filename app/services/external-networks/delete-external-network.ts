import { nextRevision } from '../../../db/desired-revision'
import { listEnvironmentsOfNetwork } from '../../../db/queries/external-networks'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/lists'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import type { ExternalDeleted } from '../aws-accounts/aws-account-views'
import { lockOwn } from '../access/own'

/** Ends the association of a network with which no environment is connected. The VPC itself, with what the customer has there, stays. */
export const deleteExternalNetwork = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ExternalDeleted> =>
  authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
    const network = await lockOwn('externalNetwork', actor, id)
    const environments = await listEnvironmentsOfNetwork(dependencies.sequelize, network.id)
    const dependentEnvironmentNames = environments.sort(byText((name: string) => name))
    if (environments.length > 0) return { success: false, dependentEnvironmentNames }
    await network.update({
      state: 'DELETING',
      deletingAt: network.deletingAt ?? new Date(dependencies.clock.now()),
      desiredRevision: nextRevision,
    })
    await recordAudit(dependencies, actor, {
      action: 'external-network.delete',
      target: { id: network.id, name: network.vpcId },
    })
    return { success: true, dependentEnvironmentNames }
  })
