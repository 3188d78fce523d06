import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { findAutoDeployTarget } from './find-auto-deploy-target'
import { lockOwn } from '../access/own'

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
