import { AwsAccount } from '../../../db/models/aws-account'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { AccountChoices } from './aws-account-views'

/** The accounts in which something may be, and whether there may be one more. */
export async function listAccountChoices(
  { quotas }: Dependencies,
  actor: HumanActor,
): Promise<AccountChoices> {
  requireAccess(actor, 'admin')
  const awsAccounts = await AwsAccount.findAll({ where: { teamId: actor.teamId } })
  return {
    awsAccounts: awsAccounts
      .filter(({ deletingAt }) => !deletingAt)
      .sort(byName)
      .map(({ id, name, accountNumber }) => ({ id, name, accountNumber })),
    canCreateAwsAccounts: awsAccounts.length < quotas.awsAccounts,
  }
}
