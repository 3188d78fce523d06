import { requireAwsAccount } from '../access/require-aws-account'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import type { AwsAccountStatusView } from './aws-account-views'

/** Where an account stands. Once its deletion is through it is not found any more. */
export async function getAwsAccountStatus(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<AwsAccountStatusView> {
  requireAdmin(actor)
  const { name, state, status } = await requireAwsAccount(actor, id)
  return { id, name, status: state, statusMessage: status?.message ?? '' }
}
