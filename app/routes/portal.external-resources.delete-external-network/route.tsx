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
  docs: '/docs/external-networks',
  about: { id: 'externalNetwork' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete ${data.vpcId}` : 'Delete external network', 'External Resources')

const { externalNetworkHasDependents: hasDependents, externalNetworkDeleteFailed: failed } = messages

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.externalNetworks.getExternalNetwork(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: (page) =>
      deleteUnlinked(page, {
        delete: (id) => page.services.externalNetworks.deleteExternalNetwork(page.actor, id),
        failed,
        hasDependents,
        deleted: 'The external network is being deleted from SDO.',
      }),
  })

export default function DeleteExternalNetwork() {
  const { vpcId, dependentEnvironmentNames } = useLoaderData<typeof loader>()
  return (
    <ConfirmDeleteUnlinked
      kind="external network"
      name={vpcId}
      dependentEnvironmentNames={dependentEnvironmentNames}
      hasDependents={hasDependents}
    >
      <p>SDO forgets the network. The VPC itself stays in your AWS account, with everything in it.</p>
    </ConfirmDeleteUnlinked>
  )
}
