import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { accountMessages } from '../../messages/account-messages'
import { ConfirmDelete } from '../../components/confirm-delete'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { Losses } from './losses'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/users#the-account-of-your-team',
} as const satisfies PageHandle

export const meta = () => title('Delete account', 'Account')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => {
    const [{ numAwsAccounts, numEnvironments }, users, applications] = await Promise.all([
      services.accounts.getAccount(actor),
      services.users.listUsers(actor),
      services.applications.listApplications(actor),
    ])
    return {
      numAwsAccounts,
      numEnvironments,
      people: naming(
        users.humanUsers.map(({ email }) => email),
        users.total - users.integrationUsers.length,
      ),
      integrations: users.integrationUsers.map(({ name }) => name),
      applications: naming(
        applications.applications.map(({ name }) => name),
        applications.total,
      ),
    }
  })

/** `names` of `total` things, with how many more there are. */
const naming = (names: string[], total: number): string[] =>
  total > names.length ? [...names, `and ${total - names.length} more`] : names

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, context }) => {
      await withServerProblem(context, accountMessages.accountDeletionFailed, () =>
        services.accounts.deleteAccount(actor),
      )
      context.setSession(undefined)
      context.setFlash('Your account was deleted.')
      return redirect('/')
    },
  })

export default function DeleteAccount() {
  const { numAwsAccounts, numEnvironments, ...losses } = useLoaderData<typeof loader>()
  if (numAwsAccounts + numEnvironments > 0) {
    return (
      <>
        <PageHeader title="Delete account" parent={{ to: '/portal/account', label: 'Account' }} />
        <Notice tone="warn">{accountMessages.accountDeletionBlocked.text}</Notice>
        <ul className="list-disc space-y-1 pl-5">
          <li>
            <Link className="link" to="/portal/environments">
              Environments
            </Link>
            {`: ${numEnvironments}`}
          </li>
          <li>
            <Link className="link" to="/portal/external-resources">
              AWS accounts
            </Link>
            {`: ${numAwsAccounts}`}
          </li>
        </ul>
      </>
    )
  }
  return (
    <ConfirmDelete kind="account" name="of your whole team" back="/portal/account">
      <Losses {...losses} />
    </ConfirmDelete>
  )
}
