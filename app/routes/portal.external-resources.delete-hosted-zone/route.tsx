import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmDeleteUnlinked } from '../../components/forms/confirm-delete-unlinked'
import { deleteUnlinked } from '../../components/forms/delete-unlinked'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { messages } from '../../messages/messages'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/external-resources#hosted-zones',
  about: { id: 'hostedZone' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete ${data.displayName}` : 'Delete hosted zone', 'External Resources')

const { hostedZoneHasDependents: hasDependents, hostedZoneDeleteFailed: failed } = messages

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.hostedZones.getHostedZone(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: (page) =>
      deleteUnlinked(page, {
        delete: (id) => page.services.hostedZones.deleteHostedZone(page.actor, id),
        failed,
        hasDependents,
        deleted: 'The hosted zone is being deleted from SDO.',
      }),
  })

export default function DeleteHostedZone() {
  const { displayName, dependentEnvironmentNames } = useLoaderData<typeof loader>()
  return (
    <ConfirmDeleteUnlinked
      kind="hosted zone"
      name={displayName}
      dependentEnvironmentNames={dependentEnvironmentNames}
      hasDependents={hasDependents}
    >
      <p>SDO forgets the zone. The zone itself stays in your AWS account, with everything in it.</p>
    </ConfirmDeleteUnlinked>
  )
}
