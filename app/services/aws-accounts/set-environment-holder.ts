import { DomainError } from '../../../core/errors'
import { findEnvironments } from '../../../db/find-environments'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import { updateRecorded } from '../audit/update-recorded'
import type { Dependencies } from '../dependencies'
import type { AwsAccountVerified } from './aws-account-views'
import { requestExamination } from './request-examination'
import { lockOwn, requireNotDeleting } from '../access/own'
import { deploymentMessages } from '../../messages/deployment-messages'

interface SetEnvironmentHolderInput {
  id: string
  isEnvironmentHolder: boolean
}

/**
 * Says whether environments may be created in an account. It needs other roles then, so it is examined afresh.
 *
 * @throws DomainError `conflict` while the account holds environments, which need the roles it would lose
 */
export async function setEnvironmentHolder(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, isEnvironmentHolder }: SetEnvironmentHolderInput,
): Promise<AwsAccountVerified> {
  return authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
    const awsAccount = await lockOwn('awsAccount', actor, id)
    requireNotDeleting(awsAccount)
    if (!isEnvironmentHolder) await requireNoEnvironments(awsAccount.id)
    const action = 'aws-account.set-environment-holder'
    await updateRecorded(dependencies, actor, { action, row: awsAccount, to: { isEnvironmentHolder } })
    await requestExamination(awsAccount)
    return { result: 'SUCCESS', status: 'UPDATING_STATUS' }
  })
}

async function requireNoEnvironments(awsAccountId: string): Promise<void> {
  const environments = await findEnvironments({ awsAccountId })
  if (environments.length === 0) return
  const names = environments.sort(byName).map(({ name }) => name)
  throw new DomainError('conflict', deploymentMessages.accountInUse(names))
}
