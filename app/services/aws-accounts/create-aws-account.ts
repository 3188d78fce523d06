import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import { DomainError, invalid } from '../../../core/errors'
import { AwsAccount } from '../../../db/models/aws-account'
import { requireAwsAccountNumber } from '../../input/aws-account-number'
import { checkAll } from '../../input/check-all'
import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { awsAccountAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { requireRoom } from '../quotas/quotas'
import type { AwsAccountCreated } from './aws-account-views'
import { requireAwsAccountName } from './require-aws-account-name'

interface CreateAwsAccountInput {
  name: string
  awsAccountNumber: string
  submissionId?: string
}

/**
 * Adds an AWS account to the team. Its number becomes the team's once its roles have been examined and trust this team;
 * until then other teams may enter it as well, and learn nothing of each other.
 *
 * @throws DomainError `forbidden`, `invalid`, `conflict`; `throttled` when a team adds or tries many
 */
export async function createAwsAccount(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateAwsAccountInput,
): Promise<AwsAccountCreated> {
  const { name, accountNumber } = checkAll({
    name: () => requireAwsAccountName(input.name, 'name'),
    accountNumber: () => requireAwsAccountNumber(input.awsAccountNumber, 'awsAccountNumber'),
  })
  await reserveAttempt(dependencies, awsAccountAttempt(actor.teamId), messages.awsAccountsThrottled)
  const create = async (actor: HumanActor) => {
    if (await isClaimed(accountNumber)) throw duplicate()
    requireRoom(dependencies, 'awsAccounts', await AwsAccount.count({ where: { teamId: actor.teamId } }))
    const awsAccount = await AwsAccount.create({
      id: randomUUID(),
      teamId: actor.teamId,
      name,
      accountNumber,
      externalId: randomUUID(),
    })
    await recordAudit(dependencies, actor, {
      action: 'aws-account.create',
      target: awsAccount,
      after: { accountNumber },
    })
    return { id: awsAccount.id, duplicateOnPlatform: false as const }
  }
  const submission = { id: input.submissionId, content: input }
  const write = { access: 'admin', reach: 'team', submission } as const
  return orWhenTaken(() => authorizedWrite(dependencies, actor, write, create), {
    aws_accounts_number: () => {
      throw duplicate()
    },
    aws_accounts_name: () => {
      throw invalid(messages.awsAccountNameDuplicate, { name: messages.awsAccountNameDuplicate })
    },
  })
}

/** Whether any team of the platform has shown that the account is its own. */
const isClaimed = async (accountNumber: string): Promise<boolean> =>
  (await AwsAccount.count({ where: { accountNumber, claimedAt: { [Op.not]: null } } })) > 0

const duplicate = () =>
  new DomainError('conflict', messages.awsAccountDuplicate, {
    fields: { awsAccountNumber: messages.awsAccountDuplicate },
  })
