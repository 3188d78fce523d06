import { useLoaderData } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { EmptyState } from '../../components/empty-state'
import { PageHeader } from '../../components/page-header'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import { loadPage } from '../../http/page'

export const meta = () => title('Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, ({ services, actor }) => services.users.listUsers(actor))

export default function Users() {
  const { humanUsers, integrationUsers } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Users" />
      <h2 className="mb-2">People</h2>
      <Table
        caption="People of your team"
        rows={humanUsers}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Name', cell: ({ name, isSelf }) => (isSelf ? `${name} (you)` : name) },
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Role', cell: ({ isAdmin }) => (isAdmin ? 'Admin' : 'Member') },
        ]}
      />
      <h2 className="mb-2 mt-8">Integrations</h2>
      {integrationUsers.length === 0 ? (
        <EmptyState>A build system that declares versions for you belongs here.</EmptyState>
      ) : (
        <Table
          caption="Integration users of your team"
          rows={integrationUsers}
          rowKey={({ id }) => id}
          columns={[
            { header: 'Name', cell: ({ name }) => name },
            { header: 'Tokens', numeric: true, cell: ({ tokens }) => tokens.length },
          ]}
        />
      )}
    </>
  )
}
