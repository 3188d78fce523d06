import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { AuthenticatorTokens } from './authenticator-tokens'
import { RecoveryCodesLeft } from './recovery-codes-left'
import { Sessions } from './sessions'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/users#your-own-login',
} as const satisfies PageHandle

export const meta = () => title('Website Security')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => ({
    ...(await services.secondFactor.getSecurity(actor)),
    madeLately: await services.madeLately.listMadeLately(actor),
  }))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    addToken: async ({ services, actor }) => {
      const { secretId } = await services.secondFactor.createAuthenticatorToken(actor)
      return redirect(`/portal/security/add-token?id=${secretId}`)
    },
    logoutOne: async ({ services, actor, form, context }) => {
      await services.sessions.endSession(actor, form.subject)
      context.setFlash('You are logged out there.')
      return redirect('/portal/security')
    },
    logoutOthers: async ({ services, actor, form, context }) => {
      await services.madeLately.logOutElsewhere(actor, { madeThings: form.all('madeThings') })
      context.setFlash('You are logged out everywhere else.')
      return redirect('/portal/security')
    },
  })

export default function Security() {
  const { twoFactorTokens, recoveryCodesLeft, sessions, madeLately, nowEpoch } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Website Security"
        action={<LinkButton to="/portal/security/change-password">Change password</LinkButton>}
      />
      <AuthenticatorTokens tokens={twoFactorTokens} nowEpoch={nowEpoch} />
      {twoFactorTokens.length > 0 && <RecoveryCodesLeft left={recoveryCodesLeft} />}
      <Sessions sessions={sessions} madeLately={madeLately} nowEpoch={nowEpoch} />
    </>
  )
}
