import { randomUUID } from 'node:crypto'
import { requireAwsAccountNumber } from '../../../core/aws-account-number'
import { DomainError, invalid } from '../../../core/errors'
import { messages } from '../../../core/messages'
import { AwsAccount } from '../../../db/models/aws-account'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import { once } from '../submission'
import { orWhenTaken } from '../unique-violation'
import type { AwsAccountCreated } from './aws-account-views'
import { requireAwsAccountName } from './require-aws-account-name'

export interface CreateAwsAccountInput {
  name: string
  awsAccountNumber: string
  submissionId?: string
}

/**
 * Adds an AWS account to the team. An account belongs to one team of the whole platform.
 *
 * @throws DomainError `forbidden`, `invalid`, `conflict`
 */
export async function createAwsAccount(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateAwsAccountInput,
): Promise<AwsAccountCreated> {
  requireAdmin(actor)
  const name = requireAwsAccountName(input.name, 'name')
  const accountNumber = requireAwsAccountNumber(input.awsAccountNumber, 'awsAccountNumber')
  const create = async () => {
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
    return { id: awsAccount.id, duplicateOnPlatform: false }
  }
  return orWhenTaken(() => once(dependencies, actor, input.submissionId, create), {
    aws_accounts_account_number_key: () => {
      throw new DomainError('conflict', messages.awsAccountDuplicate, {
        fields: { awsAccountNumber: messages.awsAccountDuplicate },
      })
    },
    aws_accounts_name: () => {
      throw invalid(messages.awsAccountNameDuplicate, { name: messages.awsAccountNameDuplicate })
    },
  })
}
