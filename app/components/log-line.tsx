import { memo } from 'react'
import { Epoch } from './moment'
import { RemedyLink } from './remedy-link'
import { StatusBadge } from './status-badge'

interface LogLineProps {
  createdEpoch: number
  message: string
  severity: string
  /** Where the documentation says what to do about it. */
  docs?: string
}

/** A line of a log, to stand in a list. Lists are long: it is drawn again only when it changes. */
export const LogLine = memo(function LogLine({ createdEpoch, message, severity, docs }: LogLineProps) {
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
        {message} <RemedyLink docs={docs} />
      </span>
    </li>
  )
})
