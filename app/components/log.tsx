import { useMemo } from 'react'
import { useSearchParams } from '@remix-run/react'
import type { LogType } from '../../core/resources/events'
import type { EnvironmentLogs } from '../services/environments/log-views'
import { AutoRefresh } from './auto-refresh'
import { EmptyState } from './empty-state'
import { deploymentDetailPage, environmentOutputPage, logEventsAddress } from './environment-links'
import { groupByCause, newestFirst } from './log-breaks'
import { LogLine } from './log-line'
import { LogLinks } from './log-links'
import { PageLink } from './page-link'
import { StatusBadge } from './status-badge'
import { useLogLines } from './use-log-lines'
import { useSteady } from './use-steady'
import { remedyOfLine } from '../messages/remedies'

type Line = EnvironmentLogs['logs'][number]

type Told = Pick<Line, 'createdEpoch' | 'message' | 'code' | 'severity' | 'deployment' | 'examination'> & {
  place: string
}

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
  log: EnvironmentLogs
  /** Says what will be logged, while nothing is. */
  empty: string
  /** True where somebody may be typing elsewhere on the page. */
  keepsForms?: boolean
}

/**
 * A log, newest line first, in pieces of work, with the deployment that each was for and who had asked. The address says
 * which lines are shown. New ones come by themselves: with scripts as they are logged, without them with the page's refresh.
 */
export function Log({ keepsForms = false, ...props }: LogProps) {
  const [search] = useSearchParams()
  const part = props.type ?? search.get('part') ?? ''
  const severity = search.get('severity') ?? ''
  const before = search.get('before') ?? ''
  const events = before === '' ? logEventsAddress(props.environmentId, part, severity) : undefined
  return (
    <section>
      <h2 className="mb-1">Activity</h2>
      <p className="mb-3 text-muted">
        What SDO did here. For what your applications print, see{' '}
        <PageLink to={environmentOutputPage(props.environmentId)}>application logs</PageLink>.
      </p>
      <Tail key={[part, severity, before].join()} events={events} keepsForms={keepsForms} {...props} />
    </section>
  )
}

function Tail({
  environmentId,
  type,
  log,
  empty,
  keepsForms,
  events,
}: LogProps & { events: string | undefined }) {
  const [search] = useSearchParams()
  const isWhole = !search.get('severity') && !search.get('part') && !search.get('before')
  const { logs, acts, hasOlder, isLive } = useLogLines(events, log)
  const told = useMemo(() => withActs(logs, acts), [logs, acts])
  const { shown, waiting, top, showAll, pointing } = useSteady(told)
  const pieces = newestFirst(type ?? (search.get('part') === 'network' ? 'network' : 'deployment'), shown)
  const refresh = <AutoRefresh seconds={5} isPaused={isLive} keepsForms={keepsForms} />
  if (told.length === 0 && isWhole)
    return (
      <>
        {refresh}
        <EmptyState>{empty}</EmptyState>
      </>
    )
  return (
    <div className="space-y-3">
      {refresh}
      <div className="flex flex-wrap justify-between gap-x-10 gap-y-2">
        <LogLinks hasParts={type === undefined} />
        {events !== undefined && (
          <span className={isLive ? '' : 'invisible'}>
            <StatusBadge tone="good" title="Lines come as they are logged">
              Live
            </StatusBadge>
          </span>
        )}
      </div>
      <div ref={top} />
      <Waiting count={waiting} show={showAll} />
      {shown.length === 0 && <EmptyState>No such line was logged.</EmptyState>}
      <div className="space-y-3" {...pointing}>
        {pieces.map((piece) => (
          <div key={piece.at(-1)?.place} className="panel divide-y divide-line overflow-hidden">
            {groupByCause(piece).map((group) => (
              <div
                key={group.at(-1)?.place}
                className={group[0]?.deployment || group[0]?.examination ? ofOneCause : undefined}
              >
                <Heading environmentId={environmentId} line={group[0]} />
                <ol className="divide-y divide-line">
                  {group.map(({ place, createdEpoch, message, code, severity }) => (
                    <LogLine
                      key={place}
                      createdEpoch={createdEpoch}
                      message={message}
                      severity={severity}
                      docs={severity === 'ERROR' ? remedyOfLine(code) : undefined}
                    />
                  ))}
                </ol>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className="flex flex-wrap gap-4">
        {search.get('before') && <PageLink to={addressWith(search, '')}>Newest lines</PageLink>}
        {hasOlder && (
          <PageLink to={addressWith(search, String(logs[0]?.createdEpoch ?? ''))}>Older lines</PageLink>
        )}
      </p>
    </div>
  )
}

/** A line at the left, beside what belongs to the heading. */
const ofOneCause = 'relative before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-accent'

/** Lies over the page and is always there, so that nothing moves when it has something to say. */
const Waiting = ({ count, show }: { count: number; show: () => void }) => (
  <div className="sticky top-2 z-10 flex h-0 justify-center">
    {count > 0 && (
      <button type="button" className="button button-primary h-fit shadow-lg" onClick={show}>
        {count === 1 ? '1 new line' : `${count} new lines`}
      </button>
    )}
  </div>
)

const addressWith = (search: URLSearchParams, before: string) =>
  `?${new URLSearchParams({ ...Object.fromEntries(search), before }).toString()}`

/** Whose work the lines below tell of. */
function Heading({ environmentId, line }: { environmentId: string; line: Told | undefined }) {
  const { deployment, examination } = line ?? {}
  if (!deployment && !examination) return null
  return (
    <p className="border-b border-line bg-canvas px-3 py-1.5 [overflow-wrap:anywhere]">
      {deployment ? (
        <PageLink to={deploymentDetailPage(environmentId, deployment.id)}>
          {`Deployment ${deployment.sequence}`}
        </PageLink>
      ) : (
        'Check for drift'
      )}
      <span className="text-muted">
        {deployment ? `, ${askedBy(deployment)}` : `, requested by ${examination?.requestedBy}`}
      </span>
    </p>
  )
}

function askedBy({ requestedBy, requesterKind, isUndo }: NonNullable<Line['deployment']>): string {
  if (requestedBy === undefined) return isUndo ? 'by SDO' : 'requested by a deleted user'
  return `requested by ${requestedBy}${requesterKind === 'integration' ? ' (integration user)' : ''}`
}
