import { randomUUID } from 'node:crypto'
import { DomainError, invalid } from '../../../core/errors'
import type { AwsAccount } from '../../../db/models/aws-account'
import { HostedZone } from '../../../db/models/hosted-zone'
import { requireAwsAccountNumber } from '../../input/aws-account-number'
import { checkAll } from '../../input/check-all'
import { requireHostedZoneId } from '../../input/hosted-zone-id'
import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import { lockAwsAccount, requireNotDeleting } from '../access/require-aws-account'
import type { HumanActor } from '../actor/actor'
import { awsAccountAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import { recordAudit } from '../audit/record-audit'
import { insertAwsAccount } from '../aws-accounts/insert-aws-account'
import { requireAwsAccountName } from '../aws-accounts/require-aws-account-name'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { requireRoom } from '../quotas/quotas'
import type { HostedZoneCreated } from './hosted-zone-views'

interface CreateHostedZoneInput {
  hostedZoneId: string
  existingAwsAccountId?: string
  newAwsAccountName?: string
  newAwsAccountNumber?: string
  submissionId?: string
}

/**
 * Associates a hosted zone of an AWS account that is there already, or is added with it. It can be linked once the controller has seen
 * that DNS leads to it.
 *
 * @returns with an `errorMessage` where the zone or the account is there already
 * @throws DomainError `forbidden`, `invalid`, `not-found`, `conflict`; `throttled` when a team adds many accounts
 */
export async function createHostedZone(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateHostedZoneInput,
): Promise<HostedZoneCreated> {
  const { awsId, account } = checkAll({
    awsId: () => requireHostedZoneId(input.hostedZoneId, 'hostedZoneId'),
    account: () => requireAccountChoice(input),
  })
  if (!('id' in account))
    await reserveAttempt(dependencies, awsAccountAttempt(actor.teamId), messages.awsAccountsThrottled)
  const create = async (actor: HumanActor): Promise<HostedZoneCreated> => {
    const { teamId } = actor
    requireRoom(dependencies, 'hostedZones', await HostedZone.count({ where: { teamId } }))
    const awsAccount =
      'id' in account
        ? await lockAwsAccount(actor, account.id)
        : await insertAwsAccount(dependencies, actor, { ...account, isEnvironmentHolder: false })
    requireNotDeleting(awsAccount)
    const zone = await HostedZone.create({ id: randomUUID(), teamId, awsAccountId: awsAccount.id, awsId })
    await recordAudit(dependencies, actor, {
      action: 'hosted-zone.create',
      target: { id: zone.id, name: awsId },
      after: { accountNumber: awsAccount.accountNumber },
    })
    return { id: zone.id, awsAccountId: awsAccount.id }
  }
  const submission = { id: input.submissionId, content: input }
  const write = { access: 'admin', reach: 'team', submission } as const
  const taken = (errorMessage: string) => () => ({ errorMessage })
  try {
    return await orWhenTaken(() => authorizedWrite(dependencies, actor, write, create), {
      hosted_zones_aws_id: taken(messages.hostedZoneDuplicate),
      aws_accounts_number: taken(messages.awsAccountDuplicate),
      aws_accounts_name: taken(messages.awsAccountNameDuplicate),
    })
  } catch (refusal) {
    const isClaimed = refusal instanceof DomainError && refusal.message === messages.awsAccountDuplicate
    if (!isClaimed) throw refusal
    return { errorMessage: messages.awsAccountDuplicate }
  }
}

/** @throws DomainError `invalid` */
function requireAccountChoice({
  existingAwsAccountId,
  newAwsAccountName,
  newAwsAccountNumber,
}: CreateHostedZoneInput): Pick<AwsAccount, 'id'> | Pick<AwsAccount, 'name' | 'accountNumber'> {
  if (existingAwsAccountId) return { id: existingAwsAccountId }
  if (!newAwsAccountName?.trim() && !newAwsAccountNumber?.trim())
    throw invalid(messages.externalAccountMissing, { existingAwsAccountId: messages.externalAccountMissing })
  return checkAll({
    name: () => requireAwsAccountName(newAwsAccountName ?? '', 'newAwsAccountName'),
    accountNumber: () => requireAwsAccountNumber(newAwsAccountNumber ?? '', 'newAwsAccountNumber'),
  })
}
