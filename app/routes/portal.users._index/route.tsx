import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { FirstStepsPanel } from '../../components/first-steps-panel'
import { LinkButton } from '../../components/link-button'
import { ListFilter } from '../../components/list-filter'
import { PageHeader } from '../../components/page-header'
import { PageLinks } from '../../components/page-links'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { IntegrationUsers } from './integration-users'
import { People } from './people'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'admin',
  docs: '/docs/users',
} as const satisfies PageHandle

export const meta = () => title('Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.users.listUsers(actor, { cursor: query('cursor'), filter: query('filter') }),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    removeAdmin: async ({ services, actor, form, context }) => {
      await services.users.setAdmin(actor, { userId: form.subject, isAdmin: false })
      context.setFlash('The user is no longer an admin.')
      return redirect('/portal/users')
    },
    invite: async ({ services, actor, form, context }) => {
      await services.users.inviteUser(actor, form.subject)
      context.setFlash('The invitation was sent. A link that was sent before no longer works.')
      return redirect('/portal/users')
    },
    endSessions: async ({ services, actor, form, context }) => {
      await services.users.endUserSessions(actor, form.subject)
      context.setFlash('The user was logged out everywhere.')
      return redirect('/portal/users')
    },
  })

export default function Users() {
  const { humanUsers, integrationUsers, total, showAdminControls, nowEpoch, nextCursor, previousCursor } =
    useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const isFiltered = (search.get('filter') ?? '') !== ''
  return (
    <>
      <PageHeader
        title="Users"
        description={
          showAdminControls && (
            <>
              See who did what in the{' '}
              <Link className="link" to="/portal/audit-log">
                audit log
              </Link>
              .
            </>
          )
        }
        action={
          showAdminControls && (
            <LinkButton primary to="create">
              Add New User
            </LinkButton>
          )
        }
      />
      <FirstStepsPanel />
      <ListFilter list="Users" total={total} />
      <h2 className="mb-2">People</h2>
      <People
        users={humanUsers}
        showAdminControls={showAdminControls}
        isFiltered={isFiltered}
        nowEpoch={nowEpoch}
      />
      <PageLinks list="people" nextCursor={nextCursor} previousCursor={previousCursor} />
      <div className="mb-2 mt-8 flex flex-wrap items-end justify-between gap-3">
        <h2>Integration users</h2>
        {showAdminControls && <LinkButton to="create-integration">Add New Integration User</LinkButton>}
      </div>
      <IntegrationUsers
        users={integrationUsers}
        showAdminControls={showAdminControls}
        isFiltered={isFiltered}
        nowEpoch={nowEpoch}
      />
    </>
  )
}
