import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addInAccount } from '../../components/forms/add-in-account'
import { AddInAccountPage } from '../../components/forms/add-in-account-page'
import { Field, SelectField } from '../../components/field'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/external-networks',
} as const satisfies PageHandle

export const meta = () => title('Add an external network', 'External Resources')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor }) =>
    services.externalNetworks.getExternalNetworkCreateIndex(actor),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
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
  const { validRegions, ...choices } = useLoaderData<typeof loader>()
  return (
    <AddInAccountPage
      form="createExternalNetwork"
      title="Add an external network"
      description="Your VPC with databases and services for your environments. SDO changes nothing in it until you link it to an environment."
      submit="Add external network"
      choices={choices}
    >
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
    </AddInAccountPage>
  )
}
