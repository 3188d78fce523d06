import { useSearchParams } from '@remix-run/react'
import type { LogType } from '../../core/resources/events'
import type { EnvironmentLogs } from '../services/environments/environment-views'
import { EmptyState } from './empty-state'
import { deploymentDetailPage } from './environment-links'
import { groupByDeployment, splitLog } from './log-breaks'
import { LogLinks } from './log-links'
import { Epoch } from './moment'
import { PageLink } from './page-link'
import { RemedyLink } from './remedy-link'
import { StatusBadge } from './status-badge'

type Line = EnvironmentLogs['logs'][number]

type Told = Pick<Line, 'createdEpoch' | 'message' | 'severity' | 'deployment'> & { place: string }

/** Lines and what people did among them, in the order it happened. */
const withActs = (lines: readonly Line[], acts: EnvironmentLogs['acts']): Told[] =>
  [
    ...acts.map((act) => ({ ...act, severity: 'INFO' as const, place: `act-${act.id}` })),
    ...lines.map((line) => ({ ...line, place: `line-${line.id}` })),
  ].sort((one, other) => one.createdEpoch - other.createdEpoch)

interface LogProps {
  environmentId: string
  /** The part of the log; absent, all of it, and parts are chosen. */
  type?: LogType
  /** Oldest first. */
  lines: Line[]
  /** Acts of people meanwhile, oldest first. */
  acts?: EnvironmentLogs['acts']
  hasOlder?: boolean
  /** Says what will be logged, while nothing is. */
  empty: string
}

/**
 * A log, newest piece of work first, each piece in the order it happened, with the deployment it was for and who had asked. The address says
 * which lines are shown; those of the present come by themselves with the page's refresh.
 */
export function Log({ environmentId, type, lines, acts = [], hasOlder = false, empty }: LogProps) {
  const [search] = useSearchParams()
  const isWhole = !search.get('severity') && !search.get('part') && !search.get('before')
  const told = withActs(lines, acts)
  if (told.length === 0 && isWhole) return <EmptyState>{empty}</EmptyState>
  return (
    <div className="space-y-3">
      <LogLinks hasParts={type === undefined} />
      {told.length === 0 && <EmptyState>No such line was logged.</EmptyState>}
      {splitLog(type ?? (search.get('part') === 'network' ? 'network' : 'deployment'), told)
        .reverse()
        .map((piece) => (
          <div key={piece[0]?.place} className="panel divide-y divide-line overflow-hidden">
            {groupByDeployment(piece).map((group) => (
              <div key={group[0]?.place}>
                <Heading environmentId={environmentId} deployment={group[0]?.deployment} />
                <ol className="divide-y divide-line">
                  {group.map((line) => (
                    <LogLine key={line.place} {...line} />
                  ))}
                </ol>
              </div>
            ))}
          </div>
        ))}
      <p className="flex flex-wrap gap-4">
        {search.get('before') && <PageLink to={addressWith(search, '')}>Newest lines</PageLink>}
        {hasOlder && (
          <PageLink to={addressWith(search, String(lines[0]?.createdEpoch ?? ''))}>Older lines</PageLink>
        )}
      </p>
    </div>
  )
}

const addressWith = (search: URLSearchParams, before: string) =>
  `?${new URLSearchParams({ ...Object.fromEntries(search), before }).toString()}`

function LogLine({ createdEpoch, message, severity }: Told) {
  return (
    <li className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-1.5">
      <span className="text-muted">
        <Epoch epoch={createdEpoch} />
      </span>
      <span className="min-w-0 flex-1 basis-60 break-words whitespace-pre-line">
        {severity === 'ERROR' && (
          <span className="mr-2">
            <StatusBadge tone="bad">Error</StatusBadge>
          </span>
        )}
        {message} {severity === 'ERROR' && <RemedyLink message={message} />}
      </span>
    </li>
  )
}

/** Whose work the lines below tell of. */
function Heading({ environmentId, deployment }: { environmentId: string; deployment: Line['deployment'] }) {
  if (!deployment) return null
  return (
    <p className="border-b border-line bg-canvas px-3 py-1.5 [overflow-wrap:anywhere]">
      <PageLink to={deploymentDetailPage(environmentId, deployment.id)}>
        {`Deployment ${deployment.sequence}`}
      </PageLink>
      <span className="text-muted">{`, ${askedBy(deployment)}`}</span>
    </p>
  )
}

function askedBy({ requestedBy, requesterKind, isUndo }: NonNullable<Line['deployment']>): string {
  if (requestedBy === undefined) return isUndo ? 'by SDO itself' : 'asked for by somebody who is gone'
  return `asked for by ${requestedBy}${requesterKind === 'integration' ? ' (integration user)' : ''}`
}
