import { useSearchParams } from '@remix-run/react'
import { splitLog } from './log-breaks'
import type { LogType } from '../../core/resources/events'
import { EmptyState } from './empty-state'
import { Epoch } from './moment'
import { PageLink } from './page-link'
import { RemedyLink } from './remedy-link'
import { StatusBadge } from './status-badge'

interface LogProps {
  type: LogType
  /** Oldest first. */
  lines: { id: number; createdEpoch: number; message: string; severity: 'INFO' | 'ERROR' }[]
  /** Says what will be logged, while nothing is. */
  empty: string
}

/** A log, newest piece of work first, each piece in the order it happened. The address says whether only errors are shown. */
export function Log({ type, lines, empty }: LogProps) {
  const [search] = useSearchParams()
  const onlyErrors = search.get('severity') === 'ERROR'
  const shown = onlyErrors ? lines.filter(({ severity }) => severity === 'ERROR') : lines
  if (lines.length === 0) return <EmptyState>{empty}</EmptyState>
  return (
    <div className="space-y-3">
      <SeverityLinks search={search} onlyErrors={onlyErrors} />
      {shown.length === 0 && <EmptyState>No error is among the newest lines.</EmptyState>}
      {splitLog(type, shown)
        .reverse()
        .map((piece) => (
          <ol key={piece[0]?.id} className="panel divide-y divide-line">
            {piece.map(({ id, createdEpoch, message, severity }) => (
              <li key={id} className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-1.5">
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
            ))}
          </ol>
        ))}
    </div>
  )
}

function SeverityLinks({ search, onlyErrors }: { search: URLSearchParams; onlyErrors: boolean }) {
  const to = (severity: string) =>
    `?${new URLSearchParams({ ...Object.fromEntries(search), severity }).toString()}`
  return (
    <nav aria-label="Severity" className="flex gap-4">
      {[
        { label: 'All lines', severity: '', isOpen: !onlyErrors },
        { label: 'Errors only', severity: 'ERROR', isOpen: onlyErrors },
      ].map(({ label, severity, isOpen }) => (
        <PageLink
          key={label}
          to={to(severity)}
          aria-current={isOpen ? 'page' : undefined}
          className={isOpen ? 'font-semibold' : 'link'}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  )
}
