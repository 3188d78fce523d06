import { nextRevision } from '../../../db/desired-revision'
import { listEnvironmentsOfZone } from '../../../db/queries/hosted-zones'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/lists'
import { recordAudit } from '../audit/record-audit'
import type { ExternalDeleted } from '../aws-accounts/aws-account-views'
import type { Dependencies } from '../dependencies'
import { lockOwn } from '../access/own'
import { zoneNameOf } from '../answers/readable-domain'

/** Ends the association of a zone in which no environment has names. The zone itself, with what the customer has there, stays. */
export const deleteHostedZone = (
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<ExternalDeleted> =>
  authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
    const zone = await lockOwn('hostedZone', actor, id)
    const environments = await listEnvironmentsOfZone(dependencies.sequelize, zone.id)
    const dependentEnvironmentNames = environments.sort(byText((name: string) => name))
    if (environments.length > 0) return { success: false, dependentEnvironmentNames }
    await zone.update({
      state: 'DELETING',
      deletingAt: zone.deletingAt ?? new Date(dependencies.clock.now()),
      desiredRevision: nextRevision,
    })
    await recordAudit(dependencies, actor, {
      action: 'hosted-zone.delete',
      target: { id: zone.id, name: zoneNameOf(zone) },
    })
    return { success: true, dependentEnvironmentNames }
  })
