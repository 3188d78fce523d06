import { EmptyState } from '../../components/empty-state'
import { applicationUsagePage as inEnvironmentPage } from '../../components/environment-links'
import { PageLink } from '../../components/page-link'
import { PageLinks } from '../../components/page-links'
import { applicationUsagePage } from '../../components/portal-links'
import { RequestCurves } from '../../components/usage/request-curves'
import { UsageCurves } from '../../components/usage/usage-curves'
import { UsageMarks } from '../../components/usage/usage-marks'
import { UsageRanges } from '../../components/usage/usage-ranges'
import type { ApplicationUsage } from '../../services/usage/usage-views'

/** What processes of an application use in each environment. */
export function Usage(usage: ApplicationUsage) {
  const { id, name, range, environments } = usage
  const marks = environments.flatMap(({ environmentId, environmentName, marks }) =>
    marks.map((mark) => ({ ...mark, environmentId, environmentName })),
  )
  return (
    <>
      <UsageRanges range={range} to={(each) => applicationUsagePage(id, name, each)} />
      <div className="space-y-8">
        {environments.length === 0 && (
          <EmptyState docs="/docs/usage">
            It runs in no environment yet. Once it does, its use of CPU and memory appears here.
          </EmptyState>
        )}
        {environments.map((environment) => {
          const { environmentId, environmentName } = environment
          const target = { id: environmentId, name: environmentName }
          return (
            <section key={environmentId}>
              <h2 className="mb-2 [overflow-wrap:anywhere]">
                <PageLink to={inEnvironmentPage(target, id, range)}>{environmentName}</PageLink>
              </h2>
              <UsageCurves
                name={`${name} in ${environmentName}`}
                time={usage}
                asks={environment}
                points={environment.points}
                marks={environment.marks}
              />
              <RequestCurves
                name={`${name} in ${environmentName}`}
                time={usage}
                requests={environment.requests}
                marks={environment.marks}
              />
            </section>
          )
        })}
        <PageLinks list="environments" {...usage} />
        <UsageMarks marks={marks} />
      </div>
    </>
  )
}
