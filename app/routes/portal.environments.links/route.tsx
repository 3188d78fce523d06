import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { invalid } from '../../../core/errors'
import { EmptyState } from '../../components/empty-state'
import { environmentPage } from '../../components/environment-links'
import { CheckboxField, Field, SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { ProtectedNote, refusedHere } from '../../components/protected-note'
import { RevisionField } from '../../components/revision-field'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/external-resources#link-names-to-an-environment',
  about: { id: 'environment' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Links of ${data.name}` : 'Update links', 'Environments')

const networkField = (id: string) => `network-${id}`
const resourcesTab = (id: string, name: string) => `${environmentPage(id, name)}&tab=resources`

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const { id, name, hostedZones, externalNetworks, linkedNetworksRevision, protection } =
      await services.environments.getEnvironment(actor, query('id'))
    return {
      id,
      name,
      hostedZones,
      externalNetworks,
      linkedNetworksRevision,
      isProtected: protection.isProtected,
    }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    link: async ({ services, actor, query, form, context }) => {
      const environmentId = query('id')
      const hostedZoneId = form.text('hostedZoneId')
      if (hostedZoneId === '')
        throw invalid(messages.hostedZoneNotSelected, { hostedZoneId: messages.hostedZoneNotSelected })
      const subdomain = form.text('subdomain')
      await withServerProblem(context, messages.hostedZoneLinkFailed, () =>
        services.hostedZones.linkHostedZone(actor, { environmentId, hostedZoneId, subdomain }),
      )
      context.setFlash('The hosted zone is being linked.')
      return redirect(resourcesTab(environmentId, query('name')))
    },
    unlink: async ({ services, actor, query, context }) => {
      await withServerProblem(context, messages.hostedZoneUnlinkFailed, () =>
        services.hostedZones.unlinkHostedZone(actor, query('id')),
      )
      context.setFlash('The hosted zone is being unlinked.')
      return redirect(resourcesTab(query('id'), query('name')))
    },
    setLinkedNetworks: async ({ services, actor, query, form, context }) => {
      const environmentId = query('id')
      await withServerProblem(context, messages.linkedNetworksFailed, async () => {
        const { externalNetworks } = await services.environments.getEnvironment(actor, environmentId)
        const newLinks = externalNetworks
          .filter(({ id }) => form.isChecked(networkField(id)))
          .map(({ id }) => id)
        await services.externalNetworks.setLinkedNetworks(actor, {
          environmentId,
          newLinks,
          revision: form.revision,
        })
      })
      context.setFlash('The external networks of the environment are being updated.')
      return redirect(resourcesTab(environmentId, query('name')))
    },
  })

export default function UpdateLinks() {
  const { id, name, isProtected } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={`Links of ${name}`} parent={{ to: resourcesTab(id, name), label: name }} />
      {isProtected ? <ProtectedNote>{refusedHere}</ProtectedNote> : <LinkForms />}
    </>
  )
}

function LinkForms() {
  const { hostedZones, externalNetworks, linkedNetworksRevision } = useLoaderData<typeof loader>()
  const linked = hostedZones.filter(({ status }) => status !== undefined && status !== 'REMOVING')
  const zones = [...new Map(hostedZones.map((zone) => [zone.id, zone])).values()]
  return (
    <>
      <section>
        <h2 className="mb-2">Hosted zone</h2>
        <p className="mb-3 max-w-form text-muted">
          Each exposed port with a subdomain answers under it in the linked zone: api.example.com, or
          api.staging.example.com with the subdomain staging.
        </p>
        {zones.length === 0 ? (
          <EmptyState>
            Your team has no hosted zone yet. An admin can add one on the External Resources page.
          </EmptyState>
        ) : (
          <Form name="link">
            <SelectField name="hostedZoneId" label="Hosted zone" required>
              <option value="">Select a hosted zone</option>
              {zones.map((zone) => (
                <option key={zone.id} value={zone.id}>
                  {zone.statusType === 'HEALTHY'
                    ? zone.displayName
                    : `${zone.displayName}, cannot be linked now`}
                </option>
              ))}
            </SelectField>
            <Field
              name="subdomain"
              label="Subdomain (optional)"
              hint="Letters, digits and single hyphens. Names of this environment end in it and the zone."
              autoComplete="off"
              typing="subdomain"
            />
            <SubmitButton pending="Linking…">Link hosted zone</SubmitButton>
          </Form>
        )}
        {linked.length > 0 && (
          <section className="mt-6">
            <h3 className="mb-2 font-semibold">Linked</h3>
            <ul className="mb-3 list-disc pl-5">
              {linked.map((link) => (
                <li key={link.order}>{link.namesEndIn}</li>
              ))}
            </ul>
            <p className="mb-3 text-muted">
              Unlinked, its names stop answering. The addresses of its load balancers stay.
            </p>
            <Form name="unlink">
              <SubmitButton tone="danger" pending="Unlinking…">
                Unlink
              </SubmitButton>
            </Form>
          </section>
        )}
      </section>
      <section className="mt-8">
        <h2 className="mb-2">External networks</h2>
        {externalNetworks.length === 0 ? (
          <EmptyState docs="/docs/external-networks#link-it-to-an-environment">
            Your team has no external network yet. An admin can add one on the External Resources page.
          </EmptyState>
        ) : (
          <Form name="setLinkedNetworks">
            <RevisionField revision={linkedNetworksRevision} />
            <p className="text-muted">
              Applications and the selected networks reach each other, if your security groups allow it.
            </p>
            {externalNetworks.map((network) => (
              <CheckboxField
                key={network.id}
                name={networkField(network.id)}
                label={`${network.vpcId} (${network.awsAccountNumber}, ${network.region})`}
                hint={
                  network.statusType === 'HEALTHY' || network.isSelected
                    ? network.moving
                    : 'Cannot be linked now.'
                }
                defaultChecked={network.isSelected}
              />
            ))}
            <SubmitButton pending="Updating…">Update external networks</SubmitButton>
          </Form>
        )}
      </section>
    </>
  )
}
