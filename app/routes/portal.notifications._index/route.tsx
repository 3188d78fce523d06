import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { teamNews } from '../../../core/news/news-kinds'
import { AutoRefresh } from '../../components/auto-refresh'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { AddWebhook } from './add-webhook'
import { Deliveries } from './deliveries'
import { Environments } from './environments'
import { WebhookFacts } from './webhook-facts'
import { CopyText } from '../../components/copy-text'
import { Notice } from '../../components/notice'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'admin',
  docs: '/docs/notifications',
  showsSecrets: true,
} as const satisfies PageHandle

export const meta = () => title('Notifications')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => ({
    ...(await services.webhooks.getWebhook(actor)),
    nowEpoch: Date.now(),
  }))

const page = '/portal/notifications'

const proofOf = (form: SubmittedForm) => ({ currentPassword: form.text('currentPassword') })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    // These two answer with the page itself: a secret that has to survive a redirect would have to be kept somewhere.
    createWebhook: async ({ services, actor, form }) =>
      json(await services.webhooks.createWebhook(actor, { url: form.text('url'), ...proofOf(form) })),
    rotateSecret: async ({ services, actor, form }) =>
      json(await services.webhooks.rotateWebhookSecret(actor, proofOf(form))),
    setAddress: async ({ services, actor, form, context }) => {
      await services.webhooks.editWebhook(actor, {
        url: form.text('url'),
        revision: form.revision,
        ...proofOf(form),
      })
      context.setFlash('The address was saved.')
      return redirect(page)
    },
    setTeamEvents: async ({ services, actor, form, context }) => {
      const teamEvents = teamNews.filter((kind) => form.all('teamEvents').includes(kind))
      await services.webhooks.editWebhook(actor, { teamEvents, revision: form.revision })
      context.setFlash('The webhook events were saved.')
      return redirect(page)
    },
    sendTest: async ({ services, actor, context }) => {
      await services.webhooks.sendTestMessage(actor)
      context.setFlash('The test is queued. The list of messages shows the result.')
      return redirect(page)
    },
  })

export default function Notifications() {
  const { webhook, deliveries, environments, showAdminControls, nowEpoch } = useLoaderData<typeof loader>()
  const made = useActionData<typeof action>()
  return (
    <>
      <PageHeader
        title="Notifications"
        description="Choose e-mails and webhook events per environment. Mute your own under Account."
      />
      <AutoRefresh seconds={deliveries.some(({ state }) => state === 'waiting') ? 2 : 10} keepsForms />
      {made && 'secret' in made && <NewSecret secret={made.secret} />}
      <h2 className="mb-2">Webhook</h2>
      {webhook ? (
        <WebhookFacts webhook={webhook} isAdmin={showAdminControls} nowEpoch={nowEpoch} />
      ) : (
        <AddWebhook isAdmin={showAdminControls} />
      )}
      {webhook && <Deliveries deliveries={deliveries} nowEpoch={nowEpoch} />}
      <Environments environments={environments} hasWebhook={webhook !== undefined} />
    </>
  )
}

/** The only time that a secret can be seen. */
const NewSecret = ({ secret }: { secret: string }) => (
  <Notice tone="good" role="status">
    <p className="mb-1 font-medium">
      SDO signs messages with this secret. Copy it now: it cannot be shown again.
    </p>
    <CopyText label="the secret" text={secret} />
  </Notice>
)
