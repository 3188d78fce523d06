import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { AutoRefresh } from '../../components/auto-refresh'
import { DeploymentTable } from '../../components/deployment-table'
import { EmptyState } from '../../components/empty-state'
import { deploymentPage, environmentPage } from '../../components/environment-links'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { PageLinks } from '../../components/page-links'
import { title } from '../../components/title'
import { loadPage } from '../../http/pages/page'

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Deployments of ${data.name}` : 'Deployments', 'Environments')

/** So many can still be looked through. */
const pageSize = 50

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, async ({ services, actor, query }) => {
    const id = query('id')
    const [{ name }, list] = await Promise.all([
      services.environments.getEnvironment(actor, id),
      services.deployments.listEnvironmentDeployments(actor, id, {
        limit: pageSize,
        cursor: query('cursor') || undefined,
      }),
    ])
    return { id, name, ...list, nowEpoch: Date.now() }
  })

export default function Deployments() {
  const { id, name, deployments, nextCursor, previousCursor, nowEpoch } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={`Deployments of ${name}`}
        parent={{ to: environmentPage(id, name), label: name }}
        action={
          <LinkButton primary to={deploymentPage(id, name)}>
            New deployment
          </LinkButton>
        }
      />
      <AutoRefresh seconds={10} />
      {deployments.length === 0 ? (
        <EmptyState>What is deployed here, and every change of its settings, is listed here.</EmptyState>
      ) : (
        <DeploymentTable
          caption={`Deployments of ${name}`}
          environmentId={id}
          deployments={deployments}
          nowEpoch={nowEpoch}
        />
      )}
      <PageLinks list="Deployments" nextCursor={nextCursor} previousCursor={previousCursor} />
    </>
  )
}
