import { PageLink } from '../../components/page-link'
import { DeploymentTable } from '../../components/deployment-table'
import { deploymentHistoryPage } from '../../components/environment-links'
import type { DeploymentHistory as History } from '../../services/deployments/deployment-views'

interface DeploymentHistoryProps extends History {
  environmentId: string
  environmentName: string
  nowEpoch: number
  isIll: boolean
}

/** The last deployments, newest first. */
export function DeploymentHistory({ environmentName, numWaiting, ...table }: DeploymentHistoryProps) {
  if (table.deployments.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">Recent deployments</h2>
      <DeploymentTable caption="Recent deployments" {...table} />
      {numWaiting > 0 && (
        <p className="mt-2 text-muted">
          {numWaiting === 1 ? 'One more deployment is queued.' : `${numWaiting} more deployments are queued.`}
        </p>
      )}
      <p className="mt-2">
        <PageLink to={deploymentHistoryPage(table.environmentId, environmentName)}>All deployments</PageLink>
      </p>
    </section>
  )
}
