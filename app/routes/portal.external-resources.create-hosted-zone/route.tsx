import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { addInAccount } from '../../components/forms/add-in-account'
import { AddInAccountPage } from '../../components/forms/add-in-account-page'
import { Field } from '../../components/field'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/external-resources#hosted-zones',
} as const satisfies PageHandle

export const meta = () => title('Add a hosted zone', 'External Resources')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor }) => services.hostedZones.getHostedZoneCreateIndex(actor))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    createHostedZone: (page) =>
      addInAccount(page, {
        create: (choice) =>
          page.services.hostedZones.createHostedZone(page.actor, {
            hostedZoneId: page.form.text('hostedZoneId'),
            ...choice,
          }),
        added: 'The hosted zone was added. SDO now looks whether DNS leads to it.',
        addedWithAccount:
          'The hosted zone and its AWS account were added. Apply the template of the account to finish the setup.',
      }),
  })

export default function CreateHostedZone() {
  const choices = useLoaderData<typeof loader>()
  return (
    <AddInAccountPage
      form="createHostedZone"
      title="Add a hosted zone"
      description="A public Route 53 zone whose name is delegated to it. SDO changes nothing in it until you link it to an environment."
      submit="Add hosted zone"
      choices={choices}
    >
      <Field
        name="hostedZoneId"
        label="Hosted zone ID"
        hint="As in Z0123456789ABCDEFGHIJ, from the details of the zone in Route 53."
        autoComplete="off"
        maxLength={100}
        required
      />
    </AddInAccountPage>
  )
}
