import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmDelete } from '../../components/confirm-delete'
import { LastUse } from '../../components/token-times'
import { title } from '../../components/title'
import { integrationUserPage } from '../../components/portal-links'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/cicd-integration#rotate-a-token',
  about: { id: 'integrationToken' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete token of ${data.integrationUser.name}` : 'Delete token', 'Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.users.getIntegrationToken(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, query, context }) => {
      const { integrationUser } = await services.users.getIntegrationToken(actor, query('id'))
      await services.users.deleteIntegrationToken(actor, query('id'))
      context.setFlash('The token was deleted.')
      return redirect(integrationUserPage(integrationUser.id, integrationUser.name))
    },
  })

export default function DeleteToken() {
  const { maskedToken, lastUsedEpoch, integrationUser, nowEpoch } = useLoaderData<typeof loader>()
  const { id, name } = integrationUser
  return (
    <ConfirmDelete kind="token" name={maskedToken} back={integrationUserPage(id, name)}>
      <p>{`It is a token of ${name}. It stops working at once, and its sessions end.`}</p>
      <LastUse epoch={lastUsedEpoch} nowEpoch={nowEpoch} />
    </ConfirmDelete>
  )
}
