import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { lockOwn } from '../access/own'
import type { FindOptions } from 'sequelize'
import type { Application } from '../../../db/models/application'
import { Environment } from '../../../db/models/environment'

interface SetAutoDeployTargetInput {
  applicationId: string
  /** Where new versions are deployed by themselves; nowhere when it is left out. */
  environmentId?: string
}

/** Says to which environment new versions of an application are deployed by themselves. */
export const setAutoDeployTarget = (
  dependencies: Dependencies,
  actor: HumanActor,
  { applicationId, environmentId }: SetAutoDeployTargetInput,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment =
      environmentId === undefined ? undefined : await lockEnvironment(actor, environmentId, 'free')
    const application = await lockOwn('application', actor, applicationId)
    const before = await findAutoDeployTarget(application)
    await application.update({ autoDeployEnvironmentId: environment?.id ?? null })
    await recordAudit(dependencies, actor, {
      action: 'application.set-auto-deploy-target',
      target: application,
      before: { environment: before?.name ?? null },
      after: { environment: environment?.name ?? null },
    })
    return success
  })

/** The environment that new versions of an application are deployed to by themselves, if there is one. */
export async function findAutoDeployTarget(
  { teamId, autoDeployEnvironmentId }: Application,
  lock?: FindOptions['lock'],
): Promise<Environment | undefined> {
  if (!autoDeployEnvironmentId) return undefined
  const where = { id: autoDeployEnvironmentId, teamId, deletingAt: null }
  return (await Environment.findOne({ where, lock })) ?? undefined
}
