import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { rolesPage } from '../../components/aws-account-links'
import { AccountChoice, newAccount } from '../../components/forms/account-choice'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'

export { shouldRevalidate } from '../../components/should-revalidate'

export const meta = () => title('Add a hosted zone')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('admin', args, ({ services, actor }) => services.hostedZones.getHostedZoneCreateIndex(actor))

export const action = (args: ActionFunctionArgs) =>
  submitPage('admin', args, {
    createHostedZone: async ({ services, actor, form, context }) => {
      const choice = form.text('existingAwsAccountId')
      const isNew = choice === newAccount
      const zone = {
        hostedZoneId: form.text('hostedZoneId'),
        existingAwsAccountId: isNew ? undefined : choice,
        newAwsAccountName: isNew ? form.text('newAwsAccountName') : undefined,
        newAwsAccountNumber: isNew ? form.text('newAwsAccountNumber') : undefined,
        submissionId: form.submissionId,
      }
      const { errorMessage, awsAccountId = '' } = await withServerProblem(
        context,
        messages.externalResourceFailed,
        () => services.hostedZones.createHostedZone(actor, zone),
      )
      if (errorMessage !== undefined) throw new DomainError('conflict', errorMessage)
      if (isNew) {
        context.setFlash(
          'The hosted zone and its AWS account were added. Apply the template of the account to finish the setup.',
        )
        return redirect(rolesPage(awsAccountId))
      }
      context.setFlash('The hosted zone was added. SDO now looks whether DNS leads to it.')
      return redirect('/portal/external-resources')
    },
  })

export default function CreateHostedZone() {
  const { awsAccounts, canCreateAwsAccounts } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Add a hosted zone"
        parent={{ to: '/portal/external-resources', label: 'External Resources' }}
        description="A public zone of Route 53 to which its name is delegated. SDO changes nothing in it until you link it to an environment."
      />
      <Form name="createHostedZone">
        <Field
          name="hostedZoneId"
          label="Hosted zone ID"
          hint="As in Z0123456789ABCDEFGHIJ, from the details of the zone in Route 53."
          autoComplete="off"
          maxLength={100}
          required
        />
        <AccountChoice awsAccounts={awsAccounts} canCreateAwsAccounts={canCreateAwsAccounts} />
        <SubmitButton pending="Adding…">Add hosted zone</SubmitButton>
      </Form>
    </>
  )
}
