import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmDelete } from '../../components/confirm-delete'
import { deletedEnvironmentsPage, environmentPage } from '../../components/environment-links'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { ProtectedNote, refusedHere } from '../../components/protected-note'
import { RunningApplications } from '../../components/running-applications'
import { messages } from '../../messages/messages'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import type { EnvironmentResources } from '../../services/environments/resource-views'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/environments#rename-and-delete',
  about: { id: 'environment' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete ${data.name}` : 'Delete environment', 'Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const id = query('id')
    const { environmentName, applications } = await services.environments.listRunningApplications(actor, id)
    const { protection } = await services.environments.getEnvironment(actor, id)
    const resources = await services.environments.getEnvironmentResources(actor, id)
    return {
      id,
      name: environmentName,
      applications,
      isProtected: protection.isProtected,
      losses: lossesOf(resources),
    }
  })

/** What SDO made for an environment and takes away, as the items of a list. */
const lossesOf = ({
  instances,
  loadBalancers,
  numLoadBalancers,
  externalNetworks,
}: EnvironmentResources): string[] => {
  const networks = externalNetworks.filter(({ connection }) => connection !== undefined)
  return [
    ...counted(instances.length, 'instance'),
    ...counted(numLoadBalancers, 'load balancer'),
    ...loadBalancers.flatMap(({ names }) => names.map(({ name }) => `The name ${name}`)),
    ...networks.map(({ vpcId }) => `The connection with ${vpcId}`),
    'Its network, with the addresses that it has',
    'Its settings and overrides',
  ]
}

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`]

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, query, context }) => {
      await withServerProblem(context, messages.previousCommandFailed, () =>
        services.environments.deleteEnvironment(actor, query('id')),
      )
      context.setFlash('The environment is being deleted.')
      return redirect('/portal/environments')
    },
  })

export default function DeleteEnvironment() {
  const { id, name, applications, losses, isProtected } = useLoaderData<typeof loader>()
  if (isProtected)
    return (
      <>
        <PageHeader title={`Delete ${name}`} parent={{ to: environmentPage(id, name), label: name }} />
        <ProtectedNote>{refusedHere}</ProtectedNote>
      </>
    )
  return (
    <ConfirmDelete kind="environment" name={name} back={environmentPage(id, name)}>
      <p>This deletes everything SDO created for it in your AWS account. It cannot be undone:</p>
      <ul className="list-disc space-y-1 break-words pl-5">
        {losses.map((loss) => (
          <li key={loss}>{loss}</li>
        ))}
      </ul>
      <p>
        Applications and their versions stay. Its log, deployments and cost stay readable for 30 days under{' '}
        <PageLink to={deletedEnvironmentsPage}>Deleted</PageLink>.
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
