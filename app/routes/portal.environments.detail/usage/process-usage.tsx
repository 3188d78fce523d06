import { EmptyState } from '../../../components/empty-state'
import {
  applicationUsagePage,
  environmentResourcesPage,
  processOutputPage,
  processUsagePage,
} from '../../../components/environment-links'
import { PageLink } from '../../../components/page-link'
import { UsageCurves } from '../../../components/usage/usage-curves'
import { UsageMarks } from '../../../components/usage/usage-marks'
import { UsageRanges } from '../../../components/usage/usage-ranges'
import { processRanges, type ProcessUsage as Usage } from '../../../services/usage/usage-views'

/** What one process uses, or used before it ended. */
export function ProcessUsage(usage: Usage) {
  const { id, name, range, processId, application, isRunning, points, marks } = usage
  return (
    <>
      <UsageRanges
        range={range}
        ranges={processRanges}
        to={(each) => processUsagePage(usage, processId, each)}
      />
      <div className="space-y-8">
        <section>
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="[overflow-wrap:anywhere]">
              {application ? `${application.name}, one process` : 'One process'}
            </h2>
            <span className="flex flex-wrap gap-x-4">
              <PageLink to={processOutputPage(id, processId)}>Logs</PageLink>
              {application ? (
                <PageLink to={applicationUsagePage(usage, application.id, range)}>All processes</PageLink>
              ) : (
                <PageLink to={environmentResourcesPage(id, name)}>All processes</PageLink>
              )}
            </span>
          </div>
          <p className="mb-2 text-muted [overflow-wrap:anywhere]">
            {`${processId}, ${isRunning ? 'running' : 'ended'}`}
          </p>
          {application && points.length > 0 ? (
            <UsageCurves
              name={`a process of ${application.name}`}
              time={usage}
              asks={application}
              points={points}
              marks={marks}
              isOneProcess
            />
          ) : (
            <EmptyState docs="/docs/usage">
              {isRunning
                ? 'Nothing was measured in this time. The first figures appear two minutes after a process starts.'
                : 'Nothing was measured in this time.'}
            </EmptyState>
          )}
        </section>
        <UsageMarks marks={marks.map((mark) => ({ ...mark, environmentId: id }))} />
      </div>
    </>
  )
}
