import { DomainError } from '../../../core/errors'
import type { AwsAccount } from '../../../db/models/aws-account'
import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { awsAccountAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import type { CreatedInAccount } from './aws-account-views'
import { insertAwsAccount } from './insert-aws-account'
import type { AccountChoice } from './account-choice'
import { lockOwn, requireNotDeleting } from '../access/own'
import type { Message } from '../../../core/messages/declare-messages'

interface Creation {
  account: AccountChoice
  submission: { id: string | undefined; content: unknown }
  /** The sentence for a name that a unique index refuses. */
  taken: Record<string, Message>
  /** A check that must pass before. @throws DomainError */
  requireAllowed(actor: HumanActor): Promise<void>
  /** Makes the thing, and answers its id. */
  create(actor: HumanActor, awsAccount: AwsAccount): Promise<string>
}

/**
 * Makes something in an AWS account that is there already, or is added with it.
 *
 * @returns with an `errorMessage` where the thing or the account is there already
 * @throws DomainError `forbidden`, `not-found`, `conflict`; `throttled` when a team adds many accounts
 */
export async function createInAccount(
  dependencies: Dependencies,
  actor: HumanActor,
  { account, submission, taken, requireAllowed, create }: Creation,
): Promise<CreatedInAccount> {
  if (!('id' in account))
    await reserveAttempt(dependencies, awsAccountAttempt(actor.teamId), messages.awsAccountsThrottled)
  const write = { access: 'admin', reach: 'team', submission } as const
  const work = async (actor: HumanActor): Promise<CreatedInAccount> => {
    await requireAllowed(actor)
    const awsAccount =
      'id' in account
        ? await lockOwn('awsAccount', actor, account.id)
        : await insertAwsAccount(dependencies, actor, { ...account, isEnvironmentHolder: false })
    requireNotDeleting(awsAccount)
    return { id: await create(actor, awsAccount), awsAccountId: awsAccount.id }
  }
  const allTaken = {
    ...taken,
    aws_accounts_number: messages.awsAccountDuplicate,
    aws_accounts_name: messages.awsAccountNameDuplicate,
  }
  try {
    return await orWhenTaken(
      () => authorizedWrite(dependencies, actor, write, work),
      Object.fromEntries(
        Object.entries(allTaken).map(([index, refusal]) => [index, () => refusedBy(refusal)]),
      ),
    )
  } catch (refusal) {
    const isClaimed =
      refusal instanceof DomainError && refusal.told.code === messages.awsAccountDuplicate.code
    if (!isClaimed) throw refusal
    return refusedBy(messages.awsAccountDuplicate)
  }
}

const refusedBy = (refusal: Message): CreatedInAccount => ({ errorMessage: String(refusal), refusal })
