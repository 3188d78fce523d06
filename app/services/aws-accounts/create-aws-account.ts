import * as z from 'zod/mini'
import { invalid } from '../../../core/errors'
import { awsAccountNumberRule } from '../../input/aws-ids'
import { readInput } from '../../input/rule'
import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { awsAccountAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import type { AwsAccountCreated } from './aws-account-views'
import { duplicateAwsAccount, insertAwsAccount } from './insert-aws-account'
import { awsAccountNameRule } from '../../input/names'

interface CreateAwsAccountInput {
  name: string
  awsAccountNumber: string
  submissionId?: string
}

const inputRule = z.object({ name: awsAccountNameRule, awsAccountNumber: awsAccountNumberRule })

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
  const { name, awsAccountNumber: accountNumber } = readInput(inputRule, input)
  await reserveAttempt(dependencies, awsAccountAttempt(actor.teamId), messages.awsAccountsThrottled)
  const submission = { id: input.submissionId, content: input }
  const write = { access: 'admin', reach: 'team', submission } as const
  const create = async (actor: HumanActor) => {
    const { id } = await insertAwsAccount(dependencies, actor, { name, accountNumber })
    return { id, duplicateOnPlatform: false as const }
  }
  return orWhenTaken(() => authorizedWrite(dependencies, actor, write, create), {
    aws_accounts_number: () => {
      throw duplicateAwsAccount()
    },
    aws_accounts_name: () => {
      throw invalid(messages.awsAccountNameDuplicate, { name: messages.awsAccountNameDuplicate })
    },
  })
}
