import { json, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { accountMessages } from '../../messages/account-messages'
import { invalid } from '../../../core/errors'
import { PageHeader } from '../../components/page-header'
import { RecoveryCodes } from '../../components/recovery-codes'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { AddedAlready, SetUp } from './set-up'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/users#your-own-login',
  about: { id: 'authenticator' },
  showsSecrets: true,
} as const satisfies PageHandle

export const meta = () => title('Add authenticator token', 'Website Security')

// No error for a token that is active: it is by the time that its recovery codes are shown.
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => ({
    pending: await services.secondFactor.getPendingToken(actor, query('id')),
    needsPassword: !(await services.sessions.checkFreshLogin(actor)),
  }))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    activate: async ({ services, actor, query, form, context }) => {
      const { isActive, recoveryCodes } = await services.secondFactor.activateAuthenticatorToken(actor, {
        id: query('id'),
        token: form.text('code'),
        currentPassword: form.text('currentPassword'),
        showsRecoveryCodes: true,
      })
      const message = accountMessages.authenticatorCodeWrong
      if (!isActive) throw invalid(message, { code: message })
      if (recoveryCodes.length > 0) return json({ recoveryCodes })
      context.setFlash('The authenticator token was added. You are logged out everywhere else.')
      return redirect('/portal/security')
    },
  })

export default function AddToken() {
  const { pending, needsPassword } = useLoaderData<typeof loader>()
  const activated = useActionData<typeof action>()
  const isActivated = activated && 'recoveryCodes' in activated
  return (
    <>
      <PageHeader
        title={isActivated ? 'Your recovery codes' : 'Add authenticator token'}
        parent={{ to: '/portal/security', label: 'Website Security' }}
        description={
          isActivated &&
          'The authenticator token was added: from now on a login needs its code. You are logged out everywhere else.'
        }
      />
      {isActivated && <RecoveryCodes codes={activated.recoveryCodes} />}
      {!isActivated && (pending ? <SetUp {...pending} needsPassword={needsPassword} /> : <AddedAlready />)}
    </>
  )
}
