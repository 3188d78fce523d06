import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deletedEnvironmentPage } from '../../components/environment-links'
import { Age } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { PageLink } from '../../components/page-link'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'

export const handle = {
  access: 'member',
  docs: '/docs/environments#rename-and-delete',
} as const satisfies PageHandle

export const meta = () => title('Deleted', 'Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => ({
    ...(await services.environments.listDeletedEnvironments(actor)),
    nowEpoch: Date.now(),
  }))

export default function DeletedEnvironments() {
  const { environments, nowEpoch } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Deleted environments"
        parent={{ to: '/portal/environments', label: 'Environments' }}
        description="Log, deployments and cost stay readable for 30 days."
      />
      <Table
        caption="Deleted environments"
        empty="Nothing was deleted in the last 30 days."
        rows={environments}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }) => <PageLink to={deletedEnvironmentPage(id, name)}>{name}</PageLink>,
          },
          {
            header: 'AWS account',
            cell: ({ awsAccountName, awsAccountNumber }) => `${awsAccountName} (${awsAccountNumber})`,
          },
          {
            header: 'Deleted',
            cell: ({ deletedEpoch }) => <Age epoch={deletedEpoch} nowEpoch={nowEpoch} />,
          },
          { header: 'By', cell: ({ deletedBy }) => deletedBy ?? null },
          {
            header: 'Kept until',
            cell: ({ forgottenEpoch }) => <Age epoch={forgottenEpoch} nowEpoch={nowEpoch} />,
          },
        ]}
      />
    </>
  )
}
