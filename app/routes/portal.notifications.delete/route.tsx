import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notFound } from '../../../core/errors'
import { ConfirmDelete } from '../../components/confirm-delete'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/notifications',
} as const satisfies PageHandle

export const meta = () => title('Delete webhook', 'Notifications')

const page = '/portal/notifications'

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => {
    const { webhook } = await services.webhooks.getWebhook(actor)
    if (!webhook) throw notFound('The webhook')
    return { maskedUrl: webhook.maskedUrl }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, context }) => {
      await services.webhooks.deleteWebhook(actor)
      context.setFlash('The webhook was deleted.')
      return redirect(page)
    },
  })

export default function DeleteWebhook() {
  const { maskedUrl } = useLoaderData<typeof loader>()
  return (
    <ConfirmDelete kind="webhook" name={maskedUrl} back={page}>
      <p>SDO sends nothing more there, also no queued messages. Its secret no longer works.</p>
    </ConfirmDelete>
  )
}
