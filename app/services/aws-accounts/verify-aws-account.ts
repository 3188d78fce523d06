import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { AwsAccountVerified } from './aws-account-views'
import { requestExamination } from './request-examination'
import { lockOwn } from '../access/own'

/** Has the account examined afresh ("Update Status"). Does nothing while that, or its deletion, is under way. */
export async function verifyAwsAccount(
  dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<AwsAccountVerified> {
  return authorizedWrite(dependencies, actor, { access: 'admin' }, async (actor) => {
    const awsAccount = await lockOwn('awsAccount', actor, id)
    const isBusy = awsAccount.deletingAt !== null || awsAccount.state === 'UPDATING_STATUS'
    if (isBusy) return { result: 'SUCCESS', status: awsAccount.state }
    await requestExamination(awsAccount)
    return { result: 'SUCCESS', status: 'UPDATING_STATUS' }
  })
}
