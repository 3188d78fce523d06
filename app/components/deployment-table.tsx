import { deploymentStates } from '../../core/resources/wire-states'
import { durationText } from '../../core/time/duration-text'
import { deploymentSentence } from '../messages/deployment-sentence'
import type { EnvironmentDeployments } from '../services/deployments/deployment-views'
import { DeploymentState, deploymentMessage } from './deployment-state'
import { deploymentDetailPage, revertPage } from './environment-links'
import { inShort } from '../../core/text/words'
import { LinkButton } from './link-button'
import { Age } from './moment'
import { PageLink } from './page-link'
import { Table } from './table'

type Deployment = EnvironmentDeployments['deployments'][number]

interface DeploymentTableProps {
  caption: string
  environmentId: string
  /** Newest first. */
  deployments: Deployment[]
  nowEpoch: number
  isIll?: boolean
}

/** Deployments of an environment: what they changed, how they ended, who asked, and the way back to each. */
export function DeploymentTable({
  caption,
  environmentId,
  deployments,
  nowEpoch,
  isIll,
}: DeploymentTableProps) {
  return (
    <Table
      caption={caption}
      rows={deployments}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Deployment',
          long: true,
          cell: (row) => (
            <PageLink to={deploymentDetailPage(environmentId, row.id)}>
              {`${row.sequence}: ${deploymentSentence(row)}`}
            </PageLink>
          ),
        },
        { header: 'State', cell: (row) => <DeploymentState deployment={row} isIll={isIll} /> },
        { header: 'Duration', numeric: true, cell: durationOf },
        {
          header: 'Requested',
          cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} />,
        },
        {
          header: 'By',
          long: true,
          cell: (row) => {
            const name = askedBy(row)
            return name === null ? null : <span className="inline-block min-w-[7rem]">{name}</span>
          },
        },
        {
          header: 'Message',
          cell: (row) => {
            const said = [deploymentMessage(row), tagsOf(row)].filter((text) => text !== undefined)
            return said.length === 0 ? null : <span className="text-muted">{said.join(' ')}</span>
          },
        },
        {
          header: 'Revert',
          unlabelled: true,
          cell: ({ isRevertible, environmentVersionId, state, sequence, undoneBySequence }) =>
            isRevertible &&
            environmentVersionId !== undefined &&
            state !== deploymentStates.LIVE &&
            undoneBySequence === undefined ? (
              <LinkButton
                to={revertPage(environmentId, environmentVersionId)}
                aria-label={`Revert to this: deployment ${sequence}`}
              >
                Revert to this
              </LinkButton>
            ) : null,
        },
      ]}
    />
  )
}

/** Tags that say more than the names of their versions do: `Tag 3f2c1d.` */
function tagsOf({ changes }: Pick<Deployment, 'changes'>): string | undefined {
  const tags = changes.flatMap(({ versionTag, versionName }) =>
    versionTag === undefined || versionTag === versionName ? [] : versionTag,
  )
  if (tags.length === 0) return undefined
  return `${tags.length === 1 ? 'Tag' : 'Tags'} ${inShort(tags)}.`
}

const askedBy = ({ requestedBy, kind }: Deployment): string | null =>
  requestedBy === undefined
    ? kind === 'undo'
      ? 'SDO'
      : null
    : kind === 'auto-deploy'
      ? `${requestedBy} (auto deploy)`
      : requestedBy

const durationOf = ({ startedEpoch, finishedEpoch }: Deployment): string | null =>
  startedEpoch === undefined || finishedEpoch === undefined || finishedEpoch === startedEpoch
    ? null
    : durationText(finishedEpoch - startedEpoch)
