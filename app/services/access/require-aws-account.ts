import { Transaction, type FindOptions } from 'sequelize'
import { DomainError } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { isUuid } from '../../../core/text/uuid'
import { AwsAccount } from '../../../db/models/aws-account'
import type { TeamActor } from '../actor/actor'
import { deploymentMessages } from '../../messages/deployment-messages'

/** @throws DomainError `not-found`, for another team's account as well */
export async function requireAwsAccount(
  { teamId }: TeamActor,
  id: string,
  lock?: FindOptions['lock'],
): Promise<AwsAccount> {
  const awsAccount = isUuid(id) ? await AwsAccount.findOne({ where: { id, teamId }, lock }) : null
  if (!awsAccount) throw new DomainError('not-found', messages.awsAccountNotFound)
  return awsAccount
}

/** The account, for a change of it: nobody else changes it until the transaction ends. */
export const lockAwsAccount = (actor: TeamActor, id: string): Promise<AwsAccount> =>
  requireAwsAccount(actor, id, Transaction.LOCK.UPDATE)

export function requireNotDeleting({ deletingAt }: AwsAccount): void {
  if (deletingAt) throw new DomainError('conflict', deploymentMessages.accountDeleting)
}
