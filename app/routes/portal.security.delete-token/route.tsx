import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { notFound } from '../../../core/errors'
import { ConfirmDelete } from '../../components/confirm-delete'
import { ProofField } from '../../components/proof-fields'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/users#your-own-login',
  about: { id: 'authenticator' },
} as const satisfies PageHandle

export const meta = () => title('Delete authenticator token', 'Website Security')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const { twoFactorTokens } = await services.secondFactor.getSecurity(actor)
    const token = twoFactorTokens.find(({ id }) => id === query('id'))
    if (!token) throw notFound('The authenticator token')
    return {
      createdEpoch: token.createdEpoch,
      isLast: twoFactorTokens.length === 1,
      needsPassword: !(await services.sessions.checkFreshLogin(actor)),
    }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, query, form, context }) => {
      await services.secondFactor.deleteAuthenticatorToken(actor, {
        id: query('id'),
        currentPassword: form.text('currentPassword'),
      })
      context.setFlash('The authenticator token was deleted. You are logged out everywhere else.')
      return redirect('/portal/security')
    },
  })

export default function DeleteToken() {
  const { createdEpoch, isLast, needsPassword } = useLoaderData<typeof loader>()
  const day = new Date(createdEpoch).toISOString().slice(0, 10)
  return (
    <ConfirmDelete
      kind="authenticator token"
      name={`of ${day}`}
      back="/portal/security"
      fields={<ProofField isNeeded={needsPassword} />}
    >
      <p>Codes of its app will no longer log you in. You are logged out everywhere else.</p>
      {isLast && (
        <p>
          It is your only one. Without it, your password alone is enough to log in, and your recovery codes
          are deleted.
        </p>
      )}
    </ConfirmDelete>
  )
}
