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
  docs: '/docs/cicd-integration#without-a-stored-token',
  about: { id: 'integrationTrust' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Remove identity of ${data.integrationUser.name}` : 'Remove identity', 'Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.users.getIntegrationTrust(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, query, context }) => {
      const { integrationUser } = await services.users.getIntegrationTrust(actor, query('id'))
      await services.users.deleteIntegrationTrust(actor, query('id'))
      context.setFlash('The identity is no longer trusted.')
      return redirect(integrationUserPage(integrationUser.id, integrationUser.name))
    },
  })

export default function DeleteTrust() {
  const { issuerName, subjectPattern, lastUsedEpoch, integrationUser, nowEpoch } =
    useLoaderData<typeof loader>()
  const { id, name } = integrationUser
  return (
    <ConfirmDelete verb="Remove" kind="identity" name={subjectPattern} back={integrationUserPage(id, name)}>
      <p>
        {`Jobs of ${issuerName} with this subject log in as ${name} no more, and those that are logged in by it are logged out.`}
      </p>
      <LastUse epoch={lastUsedEpoch} nowEpoch={nowEpoch} />
    </ConfirmDelete>
  )
}
