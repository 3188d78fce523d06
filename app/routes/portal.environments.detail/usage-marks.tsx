import { deploymentDetailPage } from '../../components/environment-links'
import { Epoch } from '../../components/moment'
import { PageLink } from '../../components/page-link'
import type { EnvironmentUsage } from '../../services/usage/usage-views'

const mostListed = 20

/** What happened in the time, the last first; also what no curve shows, because it is not known which application it is of. */
export function UsageMarks({ id, marks }: Pick<EnvironmentUsage, 'id' | 'marks'>) {
  if (marks.length === 0) return null
  return (
    <section>
      <h2 className="mb-2">What happened</h2>
      <ul className="space-y-1">
        {marks
          .slice(-mostListed)
          .toReversed()
          .map(({ epoch, text, deploymentId }) => (
            <li key={`${epoch} ${text}`} className="[overflow-wrap:anywhere]">
              <span className="text-muted">
                <Epoch epoch={epoch} />
              </span>{' '}
              {deploymentId === undefined ? (
                text
              ) : (
                <PageLink to={deploymentDetailPage(id, deploymentId)}>{text}</PageLink>
              )}
            </li>
          ))}
      </ul>
    </section>
  )
}
