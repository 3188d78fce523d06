import { settingKinds } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import { deploymentMessage, DeploymentState } from '../../components/deployment-state'
import { EmptyState } from '../../components/empty-state'
import { Epoch } from '../../components/moment'
import { StatusBadge } from '../../components/status-badge'
import { Table } from '../../components/table'
import type { DeletedEnvironmentView } from '../../services/environments/deleted-views'

type Kept = DeletedEnvironmentView['deployments'][number]

/** The deployments of an environment that is gone, newest first, by the names of then. */
export function KeptDeployments({ deployments }: { deployments: Kept[] }) {
  if (deployments.length === 0) return <EmptyState>Nothing was deployed here.</EmptyState>
  return (
    <Table
      caption="Deployments"
      rows={deployments}
      rowKey={({ sequence }) => String(sequence)}
      columns={[
        { header: 'Number', numeric: true, cell: ({ sequence }) => sequence },
        { header: 'State', cell: (deployment) => <State {...deployment} /> },
        { header: 'What', long: true, cell: (deployment) => sentenceOf(deployment) },
        { header: 'Requested by', cell: ({ requestedBy }) => requestedBy ?? null },
        { header: 'Requested', cell: ({ createdEpoch }) => <Epoch epoch={createdEpoch} /> },
        { header: 'Message', long: true, cell: (deployment) => deploymentMessage(deployment) ?? null },
      ]}
    />
  )
}

const State = (deployment: Kept) =>
  deployment.state === deploymentStates.LIVE ? (
    <StatusBadge tone="neutral">Live until deleted</StatusBadge>
  ) : (
    <DeploymentState deployment={deployment} />
  )

const gone = 'an application that is gone'

function sentenceOf({ kind, reason, changes }: Kept): string {
  if (settingKinds.includes(kind)) return reason
  return changes
    .map(({ type, applicationName = gone, versionName = '' }) =>
      type === 'remove' ? `Remove ${applicationName}` : `${applicationName} ${versionName}`.trim(),
    )
    .join(', ')
}
