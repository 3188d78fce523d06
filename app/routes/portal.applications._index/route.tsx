import { useLoaderData, useSearchParams } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { applicationPage, declareVersionPage } from '../../components/portal-links'
import { AutoRefresh } from '../../components/auto-refresh'
import { Breakable } from '../../components/breakable'
import { LastDeployment } from '../../components/last-deployment'
import { FirstStepsPanel } from '../../components/first-steps-panel'
import { LinkButton } from '../../components/link-button'
import { isLongList, ListFilter } from '../../components/list-filter'
import { Age } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { PageLinks } from '../../components/page-links'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'
import { LiveHealth, LivePlaces } from './live-places'

export const handle = { access: 'member', docs: '/docs/applications' } as const satisfies PageHandle

export const meta = () => title('Applications')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => ({
    ...(await services.applications.listApplications(actor, {
      cursor: query('cursor'),
      filter: query('filter'),
      isUnhealthyFirst: true,
    })),
    nowEpoch: Date.now(),
  }))

export default function Applications() {
  const { applications, total, nextCursor, previousCursor, nowEpoch } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const filter = search.get('filter') ?? ''
  const create = (
    <LinkButton primary to="create">
      New Application
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Applications" action={create} />
      <FirstStepsPanel />
      <AutoRefresh seconds={5} keepsForms={isLongList({ total, filter })} />
      <ListFilter list="Applications" total={total} />
      <Table
        empty={
          filter === ''
            ? 'An application is a Docker image with what it needs to run. Its versions are the tags you deploy.'
            : 'No application has this in its name.'
        }
        caption="Applications"
        rows={applications}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }) => (
              <PageLink to={applicationPage(id, name)}>
                <Breakable text={name} />
              </PageLink>
            ),
          },
          {
            header: 'Live in',
            long: true,
            cell: ({ live }) => (live.length === 0 ? null : <LivePlaces live={live} />),
          },
          {
            header: 'Health',
            cell: ({ live }) => (live.length === 0 ? null : <LiveHealth live={live} />),
          },
          {
            header: 'Last deployment',
            cell: ({ lastDeployment }) =>
              lastDeployment ? <LastDeployment deployment={lastDeployment} nowEpoch={nowEpoch} /> : null,
          },
          {
            header: 'Newest version',
            cell: ({ newestVersion }) =>
              newestVersion ? (
                <>
                  <span className="[overflow-wrap:anywhere]">{newestVersion.name}</span>
                  <div className="text-muted">
                    <Age epoch={newestVersion.createdEpoch} nowEpoch={nowEpoch} />
                  </div>
                </>
              ) : null,
          },
          {
            header: 'Declare a version',
            unlabelled: true,
            cell: ({ id, name }) => (
              <PageLink
                to={declareVersionPage(id, name)}
                className="button"
                aria-label={`Declare Version of ${name}`}
              >
                Declare Version
              </PageLink>
            ),
          },
        ]}
      />
      <PageLinks list="applications" nextCursor={nextCursor} previousCursor={previousCursor} />
    </>
  )
}
