import { Breakable } from '../../components/breakable'
import { environmentPage } from '../../components/environment-links'
import { PageLink } from '../../components/page-link'
import { StatusBadge } from '../../components/status-badge'
import type { ApplicationList } from '../../services/applications/application-views'

type Live = ApplicationList['applications'][number]['live']

/** So many are named; of an application in more environments its page tells the rest. */
const mostPlaces = 4

/** The environments in which an application is live, each with its version there. */
export const LivePlaces = ({ live }: { live: Live }) => (
  <ul className="flex flex-wrap gap-x-3">
    {live.slice(0, mostPlaces).map(({ environmentId, environmentName, versionName }) => (
      <li key={environmentId}>
        <PageLink to={environmentPage(environmentId, environmentName)}>
          <Breakable text={environmentName} />
        </PageLink>{' '}
        {versionName}
      </li>
    ))}
    {live.length > mostPlaces && <li className="text-muted">{`and ${live.length - mostPlaces} more`}</li>}
  </ul>
)

/** How many of its processes are healthy, of those wanted in all environments. */
export function LiveHealth({ live }: { live: Live }) {
  const wanted = live.reduce((sum, { numWanted }) => sum + numWanted, 0)
  const healthy = live.reduce((sum, { numHealthy }) => sum + numHealthy, 0)
  const isUnstable = live.some((one) => one.isUnstable)
  const tone = healthy === 0 && wanted > 0 ? 'bad' : healthy < wanted || isUnstable ? 'warn' : 'good'
  return (
    <>
      <StatusBadge tone={tone}>{`${healthy} of ${wanted}`}</StatusBadge>
      {isUnstable && <div className="text-muted">Keeps crashing</div>}
    </>
  )
}
