import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { ConfirmDelete } from '../../components/confirm-delete'
import { title } from '../../components/title'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'

export { shouldRevalidate } from '../../components/should-revalidate'

export const meta = () => title('Delete external network')

const list = '/portal/external-resources'

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('admin', args, ({ services, actor, query }) =>
    services.externalNetworks.getExternalNetwork(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage('admin', args, {
    delete: async ({ services, actor, query, context }) => {
      const { success, dependentEnvironmentNames } = await withServerProblem(
        context,
        messages.externalNetworkDeleteFailed,
        () => services.externalNetworks.deleteExternalNetwork(actor, query('id')),
      )
      if (!success)
        throw new DomainError('conflict', messages.externalNetworkHasDependents(dependentEnvironmentNames))
      context.setFlash('The external network is being deleted from SDO.')
      return redirect(list)
    },
  })

export default function DeleteExternalNetwork() {
  const { vpcId, dependentEnvironmentNames } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete kind="external network" name={vpcId} back={list}>
      <p>SDO forgets the network. The VPC itself stays in your AWS account, with everything in it.</p>
      {dependentEnvironmentNames.length > 0 && (
        <p className="font-medium text-bad">
          {messages.externalNetworkHasDependents(dependentEnvironmentNames)}
        </p>
      )}
    </ConfirmDelete>
  )
}
