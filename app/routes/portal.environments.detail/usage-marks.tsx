import { MarkSample } from '../../components/curve-figure'
import {
  deploymentDetailPage,
  environmentLogsPage,
  processOutputPage,
} from '../../components/environment-links'
import { Epoch } from '../../components/moment'
import { PageLink } from '../../components/page-link'
import type { EnvironmentUsage } from '../../services/usage/usage-views'

const mostListed = 20

/** What happened in the time, the last first; also what no curve shows, because it is not known which application it is of. */
export function UsageMarks({ id, name, marks }: Pick<EnvironmentUsage, 'id' | 'name' | 'marks'>) {
  if (marks.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">What happened</h2>
      <ul className="space-y-1">
        {marks
          .slice(-mostListed)
          .toReversed()
          .map(({ type, epoch, text, deploymentId, processId }) => (
            <li key={`${epoch} ${text} ${processId ?? ''}`} className="[overflow-wrap:anywhere]">
              <MarkSample isBad={type === 'trouble'} />
              <span className="text-muted">
                <Epoch epoch={epoch} />
              </span>{' '}
              {deploymentId === undefined ? (
                text
              ) : (
                <PageLink to={deploymentDetailPage(id, deploymentId)}>{text}</PageLink>
              )}
              {processId !== undefined && (
                <>
                  {' '}
                  <PageLink to={processOutputPage(id, processId)}>Logs of the process</PageLink>
                </>
              )}
            </li>
          ))}
      </ul>
      {marks.length > mostListed && (
        <p className="mt-2">
          <PageLink to={environmentLogsPage(id, name)}>What happened before, in the log</PageLink>
        </p>
      )}
    </section>
  )
}
