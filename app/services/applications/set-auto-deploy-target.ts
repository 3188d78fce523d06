import { Transaction } from 'sequelize'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { lockEnvironment } from '../environments/require-environment'
import { success, type Success } from '../success'
import { requireApplication } from './require-application'

export interface SetAutoDeployTargetInput {
  applicationId: string
  /** Left out: versions are not deployed by themselves. */
  environmentId?: string
}

/** Says to which environment new versions of an application are deployed by themselves. */
export const setAutoDeployTarget = (
  { sequelize }: Dependencies,
  actor: HumanActor,
  { applicationId, environmentId }: SetAutoDeployTargetInput,
): Promise<Success> =>
  inTransaction(sequelize, async () => {
    const environment = environmentId === undefined ? undefined : await lockEnvironment(actor, environmentId)
    const application = await requireApplication(actor, applicationId, Transaction.LOCK.UPDATE)
    await application.update({ autoDeployEnvironmentId: environment?.id ?? null })
    return success
  })
