import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { AwsAccount } from '../../../db/models/aws-account'
import { messages } from '../../messages/messages'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireRoom } from '../quotas/quotas'

interface NewAwsAccount {
  name: string
  accountNumber: string
  /** Default: true. */
  isEnvironmentHolder?: boolean
}

/**
 * Adds an account to the team, in a transaction with the reach `team`.
 * @throws DomainError `conflict` for a number that is another team's, or one account more than a team can have
 */
export async function insertAwsAccount(
  dependencies: Dependencies,
  actor: HumanActor,
  { name, accountNumber, isEnvironmentHolder = true }: NewAwsAccount,
): Promise<AwsAccount> {
  if (await isClaimed(accountNumber)) throw duplicateAwsAccount()
  requireRoom(dependencies, 'awsAccounts', await AwsAccount.count({ where: { teamId: actor.teamId } }))
  const awsAccount = await AwsAccount.create({
    id: randomUUID(),
    teamId: actor.teamId,
    name,
    accountNumber,
    externalId: randomUUID(),
    isEnvironmentHolder,
  })
  await recordAudit(dependencies, actor, {
    action: 'aws-account.create',
    target: awsAccount,
    after: { accountNumber },
  })
  return awsAccount
}

/** Whether any team of the platform has shown that the account is its own. */
const isClaimed = async (accountNumber: string): Promise<boolean> =>
  (await AwsAccount.count({ where: { accountNumber, claimedAt: { [Op.not]: null } } })) > 0

export const duplicateAwsAccount = () =>
  new DomainError('conflict', messages.awsAccountDuplicate, {
    fields: { awsAccountNumber: messages.awsAccountDuplicate },
  })
