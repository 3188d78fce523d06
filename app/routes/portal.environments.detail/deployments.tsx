import { DeploymentTable } from '../../components/deployment-table'
import { EmptyState } from '../../components/empty-state'
import { PageLinks } from '../../components/page-links'
import type { EnvironmentDeployments } from '../../services/deployments/deployment-views'

interface DeploymentsProps extends EnvironmentDeployments {
  environment: { id: string; name: string }
  nowEpoch: number
}

/** Everything that was deployed to an environment, newest first, a part at a time. */
export const Deployments = ({
  environment: { id, name },
  deployments,
  nextCursor,
  previousCursor,
  nowEpoch,
}: DeploymentsProps) => (
  <>
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
