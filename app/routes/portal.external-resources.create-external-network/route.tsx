import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addInAccount } from '../../components/forms/add-in-account'
import { AccountChoice } from '../../components/forms/account-choice'
import { Field, SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const meta = () => title('Add an external network')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('admin', args, ({ services, actor }) =>
    services.externalNetworks.getExternalNetworkCreateIndex(actor),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage('admin', args, {
    createExternalNetwork: (page) =>
      addInAccount(page, {
        create: (choice) =>
          page.services.externalNetworks.createExternalNetwork(page.actor, {
            vpcId: page.form.text('vpcId'),
            region: page.form.text('region'),
            ...choice,
          }),
        added: 'The external network was added. The first one of an account asks for a new template of it.',
        addedWithAccount:
          'The external network and its AWS account were added. Apply the template of the account to finish the setup.',
      }),
  })

export default function CreateExternalNetwork() {
  const { awsAccounts, canCreateAwsAccounts, validRegions } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Add an external network"
        parent={{ to: '/portal/external-resources', label: 'External Resources' }}
        description="A VPC of your own, whose databases and services environments are to reach. SDO changes nothing in it until you link it to an environment."
      />
      <Form name="createExternalNetwork">
        <Field
          name="vpcId"
          label="VPC ID"
          hint="As in vpc-0123456789abcdef0, from the list of VPCs in AWS."
          autoComplete="off"
          maxLength={100}
          required
        />
        <SelectField name="region" label="Region" required>
          {validRegions.map((region) => (
            <option key={region} value={region}>
              {region}
            </option>
          ))}
        </SelectField>
        <AccountChoice awsAccounts={awsAccounts} canCreateAwsAccounts={canCreateAwsAccounts} />
        <SubmitButton pending="Adding…">Add external network</SubmitButton>
      </Form>
    </>
  )
}
