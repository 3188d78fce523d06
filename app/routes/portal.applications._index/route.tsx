import { useLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { applicationPage, declareVersionPage } from '../../components/application-links'
import { AutoRefresh } from '../../components/auto-refresh'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { PageLinks } from '../../components/page-links'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import { loadPage } from '../../http/pages/page'

export const meta = () => title('Applications')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, ({ services, actor, query }) =>
    services.applications.listApplications(actor, { cursor: query('cursor') }),
  )

export default function Applications() {
  const { applications, nextCursor, previousCursor } = useLoaderData<typeof loader>()
  const create = (
    <LinkButton primary to="create">
      New Application
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="Applications" action={create} />
      <AutoRefresh seconds={5} />
      <Table
        empty="An application is a Docker image with what it needs to run. Its versions are the tags you deploy."
        caption="Applications"
        rows={applications}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }) => <PageLink to={applicationPage(id, name)}>{name}</PageLink>,
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
