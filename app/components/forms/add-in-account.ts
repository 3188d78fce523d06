import { redirect } from '@remix-run/node'
import { DomainError } from '../../../core/errors'
import { rolesPage } from '../external-resource-links'
import { newAccount } from './account-choice'
import { messages } from '../../messages/messages'
import type { CreatedInAccount } from '../../services/aws-accounts/aws-account-views'
import type { AccountChoiceInput } from '../../services/aws-accounts/account-choice'
import type { SubmittedPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'

interface Addition {
  create(choice: AccountChoiceInput & { submissionId?: string }): Promise<CreatedInAccount>
  /** The news when it was added, and when an account was added with it. */
  added: string
  addedWithAccount: string
}

/** Adds what a form with an `AccountChoice` asks for, then leads to a new account's page, whose template has to be applied. */
export async function addInAccount(
  { form, context }: SubmittedPage<'admin'>,
  { create, added, addedWithAccount }: Addition,
): Promise<Response> {
  const selected = form.text('existingAwsAccountId')
  const isNew = selected === newAccount
  const choice = {
    existingAwsAccountId: isNew ? undefined : selected,
    newAwsAccountName: isNew ? form.text('newAwsAccountName') : undefined,
    newAwsAccountNumber: isNew ? form.text('newAwsAccountNumber') : undefined,
    submissionId: form.submissionId,
  }
  const { refusal, awsAccountId = '' } = await withServerProblem(
    context,
    messages.externalResourceFailed,
    () => create(choice),
  )
  if (refusal !== undefined) throw new DomainError('conflict', refusal)
  context.setFlash(isNew ? addedWithAccount : added)
  return redirect(isNew ? rolesPage(awsAccountId) : '/portal/external-resources')
}
