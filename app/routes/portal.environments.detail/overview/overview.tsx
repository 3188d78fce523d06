import { deploymentPage } from '../../../components/environment-links'
import { LinkButton } from '../../../components/link-button'
import { CostHistory } from '../../../components/cost-history'
import { Notice } from '../../../components/notice'
import { EmptyState } from '../../../components/empty-state'
import { Linked } from '../../../components/linked'
import type { EnvironmentOverview } from '../../../services/environments/overview-views'
import { Applications } from './applications'
import { CostComparison } from './cost-comparison'
import { Instances } from './instances'
import { KeyFigures } from './key-figures'
import { OpenDeployments } from './open-deployments'
import { SleepNotice } from '../sleep'

interface OverviewProps extends EnvironmentOverview {
  environment: { id: string; name: string; status: { isDeleting: boolean } }
  nowEpoch: number
}

/** What runs, how well, where and for how much. */
export function Overview({ environment, nowEpoch, ...overview }: OverviewProps) {
  const { id, name, status } = environment
  const { applications, instances, costPerHour, samples, fleetChanges, openDeployments } = overview
  const isEmpty = applications.length === 0 && instances.length === 0
  return (
    <div className="space-y-6">
      <SleepNotice environment={environment} sleep={overview.sleep} nowEpoch={nowEpoch} />
      <OpenDeployments environmentId={id} deployments={openDeployments} />
      {isEmpty ? (
        <EmptyState
          action={
            !status.isDeleting && (
              <LinkButton primary to={deploymentPage(id, name)}>
                Deploy an application
              </LinkButton>
            )
          }
        >
          Nothing runs here {fleetChanges.length === 0 ? 'yet' : 'now'}, and nothing costs anything.
          {!status.isDeleting && ' Instances are launched when an application is deployed.'}
        </EmptyState>
      ) : (
        <>
          <KeyFigures {...overview} />
          {overview.vcpuShortage !== undefined && (
            <Notice tone="warn">
              <Linked text={overview.vcpuShortage} />
            </Notice>
          )}
          <Applications applications={applications} environment={environment} nowEpoch={nowEpoch} />
          <Instances instances={instances} nowEpoch={nowEpoch} />
        </>
      )}
      {(!isEmpty || fleetChanges.length > 0) && (
        <CostHistory
          samples={samples}
          now={{ costPerHour: costPerHour.total, numInstances: instances.length }}
          nowEpoch={nowEpoch}
        />
      )}
      {!isEmpty && <CostComparison {...costPerHour} />}
    </div>
  )
}
