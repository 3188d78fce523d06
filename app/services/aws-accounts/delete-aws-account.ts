import { nextRevision } from '../../../db/desired-revision'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import type { AwsAccountDeleted } from './aws-account-views'
import { hasDependents, listDependents } from './list-dependents'
import { lockOwn } from '../access/own'

interface DeleteAwsAccountInput {
  id: string
  /** Do not wait for a clean-up that can no longer succeed. */
  force?: boolean
}

/**
 * Starts the deletion of an account that nothing depends on; it is gone when the controller has cleaned up. Asked again,
 * the clean-up is tried again, and a forced deletion stays forced.
 */
export async function deleteAwsAccount(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, force = false }: DeleteAwsAccountInput,
): Promise<AwsAccountDeleted> {
  return authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
    const awsAccount = await lockOwn('awsAccount', actor, id)
    const dependents = await listDependents(awsAccount)
    if (hasDependents(dependents)) return { success: false, ...dependents }
    await awsAccount.update({
      state: 'DELETING',
      deletingAt: awsAccount.deletingAt ?? new Date(dependencies.clock.now()),
      forceDelete: awsAccount.forceDelete || force,
      desiredRevision: nextRevision,
    })
    await recordAudit(dependencies, actor, {
      action: 'aws-account.delete',
      target: awsAccount,
      after: { forceDelete: awsAccount.forceDelete },
    })
    return { success: true, ...dependents }
  })
}
