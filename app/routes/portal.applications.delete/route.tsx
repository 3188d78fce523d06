import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { applicationPage } from '../../components/portal-links'
import { DeletionRule } from '../../components/deletion-rule'
import { ConfirmDelete } from '../../components/confirm-delete'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/applications#delete-an-application',
  about: { id: 'application' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete ${data.name}` : 'Delete application', 'Applications')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const { id, name, deletion } = await services.applications.getApplication(actor, query('id'))
    return { id, name, deletion }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, query, context }) => {
      const { success } = await withServerProblem(context, messages.previousCommandFailed, () =>
        services.applications.deleteApplication(actor, query('id')),
      )
      if (!success) throw new DomainError('conflict', messages.processInUse)
      context.setFlash('The application was deleted.')
      return redirect('/portal/applications')
    },
  })

export default function DeleteApplication() {
  const { id, name, deletion } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete
      kind="application"
      name={name}
      back={applicationPage(id, name)}
      isBlocked={!deletion.isPossible}
    >
      <p>Its configuration and all its versions go with it. Images in your registry stay.</p>
      <DeletionRule deletion={deletion} />
    </ConfirmDelete>
  )
}
