import { deploymentPage } from '../../../components/environment-links'
import { LinkButton } from '../../../components/link-button'
import { EmptyState } from '../../../components/empty-state'
import type { EnvironmentOverview } from '../../../services/environments/overview-views'
import { Applications } from './applications'
import { CostComparison } from './cost-comparison'
import { Instances } from './instances'
import { KeyFigures } from './key-figures'

interface OverviewProps extends EnvironmentOverview {
  environment: { id: string; name: string }
  nowEpoch: number
}

/** What runs, how well, where, and for how much. */
export function Overview({ environment, nowEpoch, applications, instances, costPerHour }: OverviewProps) {
  const { id, name } = environment
  if (applications.length === 0 && instances.length === 0)
    return (
      <EmptyState
        action={
          <LinkButton primary to={deploymentPage(id, name)}>
            Deploy an application
          </LinkButton>
        }
      >
        Nothing runs here yet, and nothing costs anything. Instances are launched when the first application
        is deployed.
      </EmptyState>
    )
  return (
    <div className="space-y-6">
      <KeyFigures applications={applications} instances={instances} costPerHour={costPerHour} />
      <Applications applications={applications} deploymentPage={deploymentPage(id, name)} />
      <Instances instances={instances} nowEpoch={nowEpoch} />
      <CostComparison {...costPerHour} />
    </div>
  )
}
