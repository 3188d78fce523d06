import { EmptyState } from '../../../components/empty-state'
import {
  applicationUsagePage,
  environmentLogsPage,
  environmentUsagePage,
} from '../../../components/environment-links'
import { ListFilter } from '../../../components/list-filter'
import { PageLink } from '../../../components/page-link'
import { PageLinks } from '../../../components/page-links'
import { RequestCurves } from '../../../components/usage/request-curves'
import { UsageCurves } from '../../../components/usage/usage-curves'
import { UsageMarks } from '../../../components/usage/usage-marks'
import { UsageRanges } from '../../../components/usage/usage-ranges'
import type { EnvironmentUsage as Usage } from '../../../services/usage/usage-views'

/** What processes use of what they ask for, application by application. */
export function EnvironmentUsage(usage: Usage) {
  const { id, name, range, applications, marks, total } = usage
  const isMeasured = applications.some(
    ({ points, requests }) => points.length > 0 || (requests?.points.length ?? 0) > 0,
  )
  return (
    <>
      <UsageRanges range={range} to={(each) => environmentUsagePage(id, name, each)} />
      <ListFilter list="Applications" total={total} />
      <div className="space-y-8">
        {isMeasured || total > applications.length ? (
          applications.map((application) => (
            <section key={application.applicationId}>
              <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
                <h2 className="[overflow-wrap:anywhere]">{application.applicationName}</h2>
                <PageLink
                  to={applicationUsagePage(usage, application.applicationId, range)}
                  aria-label={`Processes of ${application.applicationName}`}
                >
                  Processes
                </PageLink>
              </div>
              <Curves usage={usage} application={application} />
            </section>
          ))
        ) : (
          <EmptyState docs="/docs/usage">
            Nothing was measured in this time. The first figures appear two minutes after a process starts.
          </EmptyState>
        )}
        <PageLinks list="Applications" {...usage} />
        <UsageMarks
          marks={marks.map((mark) => ({ ...mark, environmentId: id }))}
          more={<PageLink to={environmentLogsPage(id, name)}>What happened before, in the log</PageLink>}
        />
      </div>
    </>
  )
}

interface CurvesProps {
  usage: Usage
  application: Usage['applications'][number]
}

/** What one application used, and what went to it. */
function Curves({ usage, application }: CurvesProps) {
  const { applicationId, applicationName, points, requests } = application
  const marks = usage.marks.filter((mark) => mark.applicationIds.includes(applicationId))
  return (
    <>
      <UsageCurves name={applicationName} time={usage} asks={application} points={points} marks={marks} />
      <RequestCurves name={applicationName} time={usage} requests={requests} marks={marks} />
    </>
  )
}
