import { deploymentStates, type DeploymentState } from '../../../core/deployment-state'
import { Age } from '../../components/moment'
import { StatusBadge, type Tone } from '../../components/status-badge'
import { Table } from '../../components/table'
import type { EnvironmentDeployments } from '../../services/deployments/deployment-views'

type Row = EnvironmentDeployments['deployments'][number]

const looks: Record<DeploymentState, { tone: Tone; word: string }> = {
  [deploymentStates.QUEUED]: { tone: 'neutral', word: 'Queued' },
  [deploymentStates.DEPLOYING]: { tone: 'busy', word: 'Deploying' },
  [deploymentStates.LIVE]: { tone: 'good', word: 'Live' },
  [deploymentStates.FAILED]: { tone: 'bad', word: 'Failed' },
  [deploymentStates.RETIRED]: { tone: 'neutral', word: 'Retired' },
}

const verbs = { add: 'Add', change: 'Change', remove: 'Remove' }

const sentenceOf = ({ type, applicationName, versionName }: Row['changes'][number]) =>
  versionName === undefined
    ? `${verbs[type]} ${applicationName}`
    : `${verbs[type]} ${applicationName} to ${versionName}`

/** The last deployments, newest first. */
export function DeploymentHistory({ deployments, nowEpoch }: EnvironmentDeployments & { nowEpoch: number }) {
  if (deployments.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">Recent deployments</h2>
      <Table
        caption="Recent deployments"
        rows={deployments}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Change', cell: ({ changes }) => changes.map(sentenceOf).join(', ') },
          {
            header: 'State',
            cell: ({ state }) => <StatusBadge tone={looks[state].tone}>{looks[state].word}</StatusBadge>,
          },
          {
            header: 'Asked for',
            cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} />,
          },
          {
            header: 'Message',
            cell: ({ message }) => (message ? <span className="text-muted">{message}</span> : null),
          },
        ]}
      />
    </section>
  )
}
