import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmDelete } from '../../components/confirm-delete'
import { environmentPage } from '../../components/environment-links'
import { PageHeader } from '../../components/page-header'
import { ProtectedNote, refusedHere } from '../../components/protected-note'
import { RunningApplications } from '../../components/running-applications'
import { messages } from '../../messages/messages'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { title } from '../../components/title'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete ${data.name}` : 'Delete environment', 'Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, async ({ services, actor, query }) => {
    const id = query('id')
    const { environmentName, applications } = await services.environments.listRunningApplications(actor, id)
    const { protection } = await services.environments.getEnvironment(actor, id)
    return { id, name: environmentName, applications, isProtected: protection.isProtected }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage('member', args, {
    delete: async ({ services, actor, query, context }) => {
      await withServerProblem(context, messages.previousCommandFailed, () =>
        services.environments.deleteEnvironment(actor, query('id')),
      )
      context.setFlash('The environment is being deleted.')
      return redirect('/portal/environments')
    },
  })

export default function DeleteEnvironment() {
  const { id, name, applications, isProtected } = useLoaderData<typeof loader>()
  if (isProtected)
    return (
      <>
        <PageHeader title={`Delete ${name}`} parent={{ to: environmentPage(id, name), label: name }} />
        <ProtectedNote>{refusedHere}</ProtectedNote>
      </>
    )
  return (
    <ConfirmDelete kind="environment" name={name} back={environmentPage(id, name)}>
      <p>
        This deletes everything SDO created for it: its instances, load balancers and network in your AWS
        account, its logs and its deployments. Applications and their versions stay.
      </p>
      {applications.length > 0 && (
        <>
          <p className="font-medium">These applications stop running in it:</p>
          <RunningApplications applications={applications} />
        </>
      )}
    </ConfirmDelete>
  )
}
