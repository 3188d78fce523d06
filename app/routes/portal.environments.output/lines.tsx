import { EmptyState } from '../../components/empty-state'
import type { ProcessOutput } from '../../services/environments/process-views'

const timeOf = (epoch: number) => new Date(epoch).toISOString().slice(11, 23)

/** What a process printed last. It stays at its end, where the newest line is, until somebody scrolls up. */
export function Lines({ lines }: { lines: NonNullable<ProcessOutput['lines']> }) {
  if (lines.length === 0)
    return <EmptyState>It has printed nothing yet, or its output is no longer kept.</EmptyState>
  return (
    <div
      className="panel flex max-h-[70vh] flex-col-reverse overflow-y-auto"
      role="region"
      aria-label="Logs"
      tabIndex={0}
    >
      <ol className="px-3 py-2 font-mono text-xs">
        {lines.map(({ epoch, text }, index) => (
          <li key={`${epoch} ${index}`} className="flex flex-wrap gap-x-3">
            <time dateTime={new Date(epoch).toISOString()} className="text-muted">
              {timeOf(epoch)}
            </time>
            <span className="min-w-0 flex-1 basis-60 whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
