import * as z from 'zod/mini'
import type { AwsAccount } from '../../../db/models/aws-account'
import { awsAccountNumberRule } from '../../input/aws-ids'
import { meantBy, rule } from '../../input/rule'
import { messages } from '../../messages/messages'
import { awsAccountNameRule } from '../../input/names'

/** Choice of an AWS account: one that is there already, or one that is added. */
export interface AccountChoiceInput {
  existingAwsAccountId?: string
  newAwsAccountName?: string
  newAwsAccountNumber?: string
}

export type AccountChoice = Pick<AwsAccount, 'id'> | Pick<AwsAccount, 'name' | 'accountNumber'>

const addedRule = z.object({
  newAwsAccountName: awsAccountNameRule,
  newAwsAccountNumber: awsAccountNumberRule,
})

export const accountChoiceRule = rule((input: AccountChoiceInput, refuse): { account: AccountChoice } => {
  const { existingAwsAccountId: id, newAwsAccountName = '', newAwsAccountNumber = '' } = input
  if (id) return { account: { id } }
  if (!newAwsAccountName.trim() && !newAwsAccountNumber.trim())
    return refuse(messages.externalAccountMissing, 'existingAwsAccountId')
  const added = meantBy(addedRule, { newAwsAccountName, newAwsAccountNumber }, refuse)
  return { account: { name: added.newAwsAccountName, accountNumber: added.newAwsAccountNumber } }
})
