import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import type { AwsAccountStatusView } from './aws-account-views'
import { requireOwn } from '../access/own'
import type { AwsAccount } from '../../../db/models/aws-account'

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

/** What was last said of an account; nothing while its deletion, or another try at it, has been asked for and nothing was said of that yet. */
export const statusMessageOf = ({ state, status }: Pick<AwsAccount, 'state' | 'status'>): string =>
  state === 'DELETING' && status?.phase !== 'Deleting' ? '' : (status?.message ?? '')
