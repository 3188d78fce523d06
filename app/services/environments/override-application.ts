import { Transaction } from 'sequelize'
import { requireProcessOverride, requireSpotPercentage } from '../../../core/application-size'
import { requireRoleMap } from '../../../core/role-map'
import { ApplicationOverride } from '../../../db/models/application-override'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import { requireApplication } from '../applications/require-application'
import type { Dependencies } from '../dependencies'
import { nextRevision } from '../desired-revision'
import { success, type Success } from '../success'
import { lockEnvironment } from './require-environment'

export interface OverrideApplicationInput {
  environmentId: string
  applicationId: string
  /** Whether the environment has numbers of its own; the roles are its own in any case. */
  override: boolean
  /** Required when `override` is set. */
  numProcesses?: number | string
  /** Left out, the application's own limit applies. */
  maxSpotPercentage?: number | string
  /** An empty ARN removes the override of that role. */
  roles?: Record<string, string>
}

/** Says what an environment does differently about one application. Takes effect at once, without a deployment. */
export async function overrideApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  input: OverrideApplicationInput,
): Promise<Success> {
  const roles = requireRoleMap(input.roles ?? {}, 'roles')
  const numProcesses = input.override ? requireProcessOverride(input.numProcesses ?? '') : null
  const maxSpotPercentage =
    input.override && input.maxSpotPercentage !== undefined
      ? requireSpotPercentage(input.maxSpotPercentage)
      : null
  return inTransaction(dependencies.sequelize, async () => {
    const environment = await lockEnvironment(actor, input.environmentId)
    const application = await requireApplication(actor, input.applicationId, Transaction.LOCK.KEY_SHARE)
    const key = { environmentId: environment.id, applicationId: application.id }
    const earlier = await ApplicationOverride.findOne({ where: key })
    if (numProcesses === null && Object.keys(roles).length === 0) {
      await ApplicationOverride.destroy({ where: key })
    } else {
      await ApplicationOverride.upsert({ ...key, numProcesses, maxSpotPercentage, roles })
    }
    await environment.update({ desiredRevision: nextRevision })
    await recordAudit(dependencies, actor, {
      action: 'environment.override-application',
      target: { id: environment.id, name: `${application.name} in ${environment.name}` },
      before: {
        numProcesses: earlier?.numProcesses ?? null,
        maxSpotPercentage: earlier?.maxSpotPercentage ?? null,
        roles: earlier?.roles ?? {},
      },
      after: { numProcesses, maxSpotPercentage, roles },
    })
    return success
  })
}
