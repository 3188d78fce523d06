import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { useRefusal } from '../../components/form'
import { ConfirmDelete } from '../../components/confirm-delete'
import { title } from '../../components/title'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'

export { shouldRevalidate } from '../../components/should-revalidate'

export const meta = () => title('Delete hosted zone')

const list = '/portal/external-resources'

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('admin', args, ({ services, actor, query }) =>
    services.hostedZones.getHostedZone(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage('admin', args, {
    delete: async ({ services, actor, query, context }) => {
      const { success, dependentEnvironmentNames } = await withServerProblem(
        context,
        messages.hostedZoneDeleteFailed,
        () => services.hostedZones.deleteHostedZone(actor, query('id')),
      )
      if (!success)
        throw new DomainError('conflict', messages.hostedZoneHasDependents(dependentEnvironmentNames))
      context.setFlash('The hosted zone is being deleted from SDO.')
      return redirect(list)
    },
  })

export default function DeleteHostedZone() {
  const { displayName, dependentEnvironmentNames } = useLoaderData<typeof loader>()
  const refusal = useRefusal('delete')
  return (
    <ConfirmDelete kind="hosted zone" name={displayName} back={list}>
      <p>SDO forgets the zone. The zone itself stays in your AWS account, with everything in it.</p>
      {dependentEnvironmentNames.length > 0 && !refusal && (
        <p className="font-medium text-bad">{messages.hostedZoneHasDependents(dependentEnvironmentNames)}</p>
      )}
    </ConfirmDelete>
  )
}
