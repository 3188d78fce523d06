import {
  applicationUsagePage,
  environmentLogsPage,
  environmentUsagePage,
} from '../../../components/environment-links'
import { PageLink } from '../../../components/page-link'
import { RequestCurves } from '../../../components/usage/request-curves'
import { UsageCurves } from '../../../components/usage/usage-curves'
import { UsageMarks } from '../../../components/usage/usage-marks'
import { UsageRanges } from '../../../components/usage/usage-ranges'
import type { EnvironmentUsage, MeasuredProcesses as Measured } from '../../../services/usage/usage-views'
import { MeasuredProcesses } from './measured-processes'

interface ApplicationUsageProps {
  usage: EnvironmentUsage
  measured: Measured
}

/** What one application of an environment uses, with its processes. */
export function ApplicationUsage({ usage, measured }: ApplicationUsageProps) {
  const { id, name, range, applications, marks } = usage
  const [application] = applications
  const all = <PageLink to={environmentUsagePage(id, name, range)}>All applications</PageLink>
  if (!application)
    return (
      <>
        <p className="mb-4">{all}</p>
        <p className="text-muted">This application is not deployed here.</p>
      </>
    )
  const { applicationId, applicationName, points } = application
  return (
    <>
      <UsageRanges range={range} to={(each) => applicationUsagePage(usage, applicationId, each)} />
      <div className="space-y-8">
        <section>
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="[overflow-wrap:anywhere]">{applicationName}</h2>
            {all}
          </div>
          <UsageCurves name={applicationName} time={usage} asks={application} points={points} marks={marks} />
          <RequestCurves name={applicationName} time={usage} requests={application.requests} marks={marks} />
        </section>
        <MeasuredProcesses environment={usage} {...measured} />
        <UsageMarks
          marks={marks.map((mark) => ({ ...mark, environmentId: id }))}
          more={<PageLink to={environmentLogsPage(id, name)}>What happened before, in the log</PageLink>}
        />
      </div>
    </>
  )
}
