import type { ReactNode } from 'react'
import type { UsageMark } from '../../services/usage/usage-views'
import { MarkSample } from '../curve-figure'
import { deploymentDetailPage, processOutputPage } from '../environment-links'
import { Epoch } from '../moment'
import { PageLink } from '../page-link'

interface ListedMark extends UsageMark {
  environmentId: string
  /** Present where marks of several are listed. */
  environmentName?: string
}

interface UsageMarksProps {
  marks: ListedMark[]
  /** Where the rest is, if there are more than fit. */
  more?: ReactNode
}

const mostListed = 20

/** What happened in the time, the last first; also what no curve shows, because it is not known which application it is of. */
export function UsageMarks({ marks, more }: UsageMarksProps) {
  if (marks.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">What happened</h2>
      <ul className="space-y-1">
        {marks
          .toSorted((one, other) => other.epoch - one.epoch)
          .slice(0, mostListed)
          .map((mark) => (
            <ListedMark key={`${mark.epoch} ${mark.text} ${mark.processId ?? ''}`} {...mark} />
          ))}
      </ul>
      {marks.length > mostListed && more !== undefined && <p className="mt-2">{more}</p>}
    </section>
  )
}

function ListedMark({
  environmentId,
  environmentName,
  type,
  epoch,
  text,
  deploymentId,
  processId,
}: ListedMark) {
  return (
    <li className="[overflow-wrap:anywhere]">
      <MarkSample isBad={type === 'trouble'} />
      <span className="text-muted">
        <Epoch epoch={epoch} />
        {environmentName !== undefined && ` ${environmentName}`}
      </span>{' '}
      {deploymentId === undefined ? (
        text
      ) : (
        <PageLink to={deploymentDetailPage(environmentId, deploymentId)}>{text}</PageLink>
      )}
      {processId !== undefined && (
        <>
          {' '}
          <PageLink to={processOutputPage(environmentId, processId)}>Logs of the process</PageLink>
        </>
      )}
    </li>
  )
}
