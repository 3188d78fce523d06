import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { rolesPage } from '../../components/external-resource-links'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { messages } from '../../messages/messages'
import { withServerProblem } from '../../http/pages/with-server-problem'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/external-resources#aws-accounts',
} as const satisfies PageHandle

export const meta = () => title('Add an AWS account', 'External Resources')

export const loader = (args: LoaderFunctionArgs) => loadPage(handle, args, () => null)

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    createAwsAccount: async ({ services, actor, form, context }) => {
      const account = {
        name: form.text('name'),
        awsAccountNumber: form.text('awsAccountNumber'),
        submissionId: form.submissionId,
      }
      const { id } = await withServerProblem(context, messages.awsAccountFailed, () =>
        services.awsAccounts.createAwsAccount(actor, account),
      )
      context.setFlash('The AWS account was added. Apply its template to finish the setup.')
      return redirect(rolesPage(id))
    },
  })

export default function CreateAwsAccount() {
  return (
    <>
      <PageHeader
        title="Add an AWS account"
        parent={{ to: '/portal/external-resources', label: 'External Resources' }}
        description="Next you install one role template in the account. Nothing happens in it before that."
      />
      <Form name="createAwsAccount">
        <Field name="name" label="Name" hint="What your team calls this account." maxLength={100} required />
        <Field
          name="awsAccountNumber"
          label="AWS account ID"
          hint="12 digits, as shown at the top right of the AWS console."
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          required
        />
        <SubmitButton pending="Adding…">Add account</SubmitButton>
      </Form>
    </>
  )
}
