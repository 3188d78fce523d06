import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { AwsAccountStatusView } from './aws-account-views'
import { statusMessageOf } from './status-message-of'
import { requireOwn } from '../access/own'

/** Where an account stands. Once its deletion is through it is not found any more. */
export async function getAwsAccountStatus(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<AwsAccountStatusView> {
  requireAccess(actor, 'admin')
  const account = await requireOwn('awsAccount', actor, id)
  return { id, name: account.name, status: account.state, statusMessage: statusMessageOf(account) }
}
