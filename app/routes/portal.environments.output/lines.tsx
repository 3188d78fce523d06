import { useMemo } from 'react'
import { Link } from '@remix-run/react'
import type { Level } from '../../../core/output/levels'
import { readLine } from '../../../core/output/read-line'
import type { PrintedLineView } from '../../services/output/output-views'
import { Colored } from './colored'
import { toEntries, type Entry } from './entries'

interface LinesProps {
  lines: PrintedLineView[]
  /** Address of what was printed around a line. */
  around: (line: PrintedLineView) => string
  /** Address of the lines of one process; absent where there is one. */
  processOf?: (line: PrintedLineView) => string
}

/** What was printed, the newest line last. It stays at its end until somebody scrolls up. */
export function Lines({ lines, around, processOf }: LinesProps) {
  const entries = useMemo(() => toEntries(lines), [lines])
  const isOneDay = new Set(lines.map(({ epoch }) => dayOf(epoch))).size === 1
  return (
    <div
      className="panel flex max-h-[70vh] flex-col-reverse overflow-y-auto"
      role="region"
      aria-label="Logs"
      tabIndex={0}
    >
      <ol className="divide-y divide-line font-mono text-xs" data-private>
        {entries.map((entry, index) => (
          <li
            key={`${entry.epoch} ${entry.processId} ${index}`}
            id={anchorOf(entry)}
            className="flex flex-wrap gap-x-3 px-3 py-1 target:bg-canvas"
          >
            {/* Browsers mark the line that an address leads to only where they open the page themselves. */}
            <Link
              to={around(entry)}
              reloadDocument
              className="text-muted hover:underline"
              title="Lines around this one"
            >
              <time dateTime={new Date(entry.epoch).toISOString()}>
                {isOneDay ? timeOf(entry.epoch) : `${dayOf(entry.epoch)} ${timeOf(entry.epoch)}`}
              </time>
            </Link>
            {processOf && (
              <Link
                to={processOf(entry)}
                className="link max-w-[12rem] truncate"
                title={`Lines of process ${entry.processId}`}
              >
                {`${entry.applicationName} ${entry.processId.slice(0, 4)}`}
              </Link>
            )}
            <Text entry={entry} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Where a line is on its page. */
export const anchorOf = ({ epoch, processId }: PrintedLineView): string => `${epoch}-${processId}`

const dayOf = (epoch: number) => new Date(epoch).toISOString().slice(0, 10)
const timeOf = (epoch: number) => new Date(epoch).toISOString().slice(11, 23)

const looks: Record<Level, string> = {
  trace: 'text-muted',
  debug: 'text-muted',
  info: 'text-accent',
  warn: 'text-warn font-semibold',
  error: 'text-bad font-semibold',
  fatal: 'text-bad font-semibold',
}

function Text({ entry }: { entry: Entry }) {
  const { level, message, fields } = readLine(entry.text)
  return (
    <span className="min-w-0 flex-1 basis-60 whitespace-pre-wrap [overflow-wrap:anywhere]">
      {level && fields && <span className={`mr-2 uppercase ${looks[level]}`}>{level}</span>}
      <span
        className={
          level && !fields && !entry.parts && looks[level].includes('text-bad') ? 'text-bad' : undefined
        }
      >
        {entry.parts && !fields ? <Colored parts={entry.parts} /> : message}
      </span>
      {fields?.map(([name, value]) => (
        <span key={name} className="ml-3 inline-block max-w-full">
          <span className="text-muted">{`${name}=`}</span>
          {value}
        </span>
      ))}
      {entry.more.length > 0 && <span className="block text-muted">{entry.more.join('\n')}</span>}
    </span>
  )
}
