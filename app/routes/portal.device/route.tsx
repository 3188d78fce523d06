import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '../../components/empty-state'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { Decision } from './decision'
import { EnterCode } from './enter-code'

export { shouldRevalidate } from '../../components/should-revalidate'

// Its address may hold the code.
export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/cicd-integration/command-line#log-in',
  showsSecrets: true,
} as const satisfies PageHandle

export const meta = () => title('Authorize the CLI')

// Opening the address decides nothing and finds nothing: other sites can have somebody open it.
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => ({
    id: query('id'),
    code: query('code'),
    email: actor.email,
    ...(await services.deviceLogin.getDeviceLogin(actor, query('id'))),
  }))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    find: async ({ services, actor, form }) => {
      const { id } = await services.deviceLogin.claimDeviceLogin(actor, form.text('code'))
      return redirect(`/portal/device?id=${id}`)
    },
    approve: async ({ services, actor, query, form, context }) => {
      const currentPassword = form.text('currentPassword')
      await services.deviceLogin.approveDeviceLogin(actor, { id: query('id'), currentPassword })
      context.setFlash('Approved. Go back to your terminal: sdo is logged in within seconds.')
      return redirect('/portal/security')
    },
    refuse: async ({ services, actor, query, context }) => {
      await services.deviceLogin.refuseDeviceLogin(actor, query('id'))
      context.setFlash('Refused. The command line was not logged in.', 'info')
      return redirect('/portal/security')
    },
  })

export default function Device() {
  const { id, code, email, request, needsPassword, nowEpoch } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="Authorize the CLI" parent={{ to: '/portal/security', label: 'Website Security' }} />
      {id === '' && <EnterCode code={code} />}
      {request && (
        <Decision request={request} email={email} needsPassword={needsPassword} nowEpoch={nowEpoch} />
      )}
      {id !== '' && !request && <Over />}
    </>
  )
}

/** For whoever comes back to the page, or came too late. */
const Over = () => (
  <EmptyState action={<LinkButton to="/portal/device">Enter a code</LinkButton>}>
    This request is over: it was decided, or ten minutes have passed. Run <code>sdo login</code> again for
    another code.
  </EmptyState>
)
