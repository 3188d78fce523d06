import { invalid } from '../../../core/errors'
import type { AwsAccount } from '../../../db/models/aws-account'
import { requireAwsAccountNumber } from '../../input/aws-account-number'
import { checkAll } from '../../input/check-all'
import { messages } from '../../messages/messages'
import { requireAwsAccountName } from './require-aws-account-name'

/** Choice of an AWS account: one that is there already, or one that is added. */
export interface AccountChoiceInput {
  existingAwsAccountId?: string
  newAwsAccountName?: string
  newAwsAccountNumber?: string
}

export type AccountChoice = Pick<AwsAccount, 'id'> | Pick<AwsAccount, 'name' | 'accountNumber'>

/** @throws DomainError `invalid` */
export function requireAccountChoice({
  existingAwsAccountId,
  newAwsAccountName,
  newAwsAccountNumber,
}: AccountChoiceInput): AccountChoice {
  if (existingAwsAccountId) return { id: existingAwsAccountId }
  if (!newAwsAccountName?.trim() && !newAwsAccountNumber?.trim())
    throw invalid(messages.externalAccountMissing, { existingAwsAccountId: messages.externalAccountMissing })
  return checkAll({
    name: () => requireAwsAccountName(newAwsAccountName ?? '', 'newAwsAccountName'),
    accountNumber: () => requireAwsAccountNumber(newAwsAccountNumber ?? '', 'newAwsAccountNumber'),
  })
}
