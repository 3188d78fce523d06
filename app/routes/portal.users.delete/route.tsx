import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { accountMessages } from '../../messages/account-messages'
import { ConfirmDelete } from '../../components/confirm-delete'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/users',
  about: { id: 'integration' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete ${data.name}` : 'Delete user', 'Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) => services.users.getUser(actor, query('id')))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, query, context }) => {
      await services.users.deleteUser(actor, query('id'))
      context.setFlash('The user was deleted.')
      return redirect('/portal/users')
    },
  })

export default function DeleteUser() {
  const { name, kind, email, isSelf } = useLoaderData<typeof loader>()
  if (isSelf) {
    return (
      <>
        <PageHeader title={`Delete user ${name}?`} parent={{ to: '/portal/users', label: 'Users' }} />
        <Notice tone="warn">{accountMessages.deleteOwnLogin.text}</Notice>
      </>
    )
  }
  if (kind === 'integration') {
    return (
      <ConfirmDelete kind="integration user" name={name} back="/portal/users">
        <p>
          All its tokens stop working at once. Everything that it declared and deployed stays. So do its
          entries in the audit log.
        </p>
      </ConfirmDelete>
    )
  }
  return (
    <ConfirmDelete kind="user" name={name} back="/portal/users">
      <p>
        {`The login ${email ?? ''} is deleted, and its sessions end at once. Everything that this person created and deployed stays. So do the entries in the audit log.`}
      </p>
    </ConfirmDelete>
  )
}
