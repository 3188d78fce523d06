import { nextRevision } from '../../../db/desired-revision'
import { HostedZoneLink } from '../../../db/models/hosted-zone'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

/** Has the names of an environment taken away, and forgets the links that wait. Does nothing where there is none. */
export const unlinkHostedZone = (
  dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, environmentId, 'refused')
    const unlinked = await HostedZoneLink.destroy({ where: { environmentId: environment.id } })
    if (unlinked === 0) return success
    await environment.update({ desiredRevision: nextRevision })
    await recordAudit(dependencies, actor, { action: 'environment.unlink-hosted-zone', target: environment })
    return success
  })
