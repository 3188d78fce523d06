import { deploymentStates, type DeploymentState } from '../../../core/resources/wire-states'
import { Age } from '../../components/moment'
import { StatusBadge, type Tone } from '../../components/status-badge'
import { Table } from '../../components/table'
import type { DeploymentHistory as History } from '../../services/deployments/deployment-views'
import { deploymentSentence } from './deployment-sentence'

type Row = History['deployments'][number]

const looks: Record<DeploymentState, { tone: Tone; word: string }> = {
  [deploymentStates.QUEUED]: { tone: 'neutral', word: 'Queued' },
  [deploymentStates.DEPLOYING]: { tone: 'busy', word: 'Deploying' },
  [deploymentStates.LIVE]: { tone: 'good', word: 'Live' },
  [deploymentStates.FAILED]: { tone: 'bad', word: 'Failed' },
  [deploymentStates.RETIRED]: { tone: 'neutral', word: 'Retired' },
}

/** Where nothing but a removal was asked for, nothing of it is live. */
const removalWords: Partial<Record<DeploymentState, string>> = {
  [deploymentStates.DEPLOYING]: 'Removing',
  [deploymentStates.LIVE]: 'Removed',
}

const wordOf = ({ state, changes }: Row): string =>
  (changes.every(({ type }) => type === 'remove') && removalWords[state]) || looks[state].word

/** The last deployments, newest first. What runs in an environment that is ill is live, and not shown as well. */
export function DeploymentHistory({
  deployments,
  numWaiting,
  nowEpoch,
  isIll,
}: History & { nowEpoch: number; isIll: boolean }) {
  if (deployments.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">Recent deployments</h2>
      <Table
        caption="Recent deployments"
        rows={deployments}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Deployment',
            long: true,
            cell: (row) => `${row.sequence}: ${deploymentSentence(row)}`,
          },
          {
            header: 'State',
            cell: (row) => {
              const { tone } = looks[row.state]
              return (
                <StatusBadge tone={isIll && tone === 'good' ? 'neutral' : tone}>{wordOf(row)}</StatusBadge>
              )
            },
          },
          {
            header: 'Asked for',
            cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} />,
          },
          { header: 'By', long: true, cell: ({ requestedBy }) => requestedBy },
          {
            header: 'Message',
            cell: ({ state, message }) =>
              message && message !== looks[state].word ? <span className="text-muted">{message}</span> : null,
          },
        ]}
      />
      {numWaiting > 0 && (
        <p className="mt-2 text-muted">
          {numWaiting === 1
            ? 'One more deployment waits for its turn.'
            : `${numWaiting} more deployments wait for their turn.`}
        </p>
      )}
    </section>
  )
}
