import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { ChangePasswordForm, readPasswordChange } from '../../components/forms/change-password-form'
import { PageHeader } from '../../components/page-header'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { requirePasswordChanged } from '../../components/forms/require-password-changed'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/users#your-own-login',
} as const satisfies PageHandle

export const meta = () => title('Change password', 'Website Security')

export const loader = (args: LoaderFunctionArgs) => loadPage(handle, args, () => null)

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    changePassword: async ({ services, actor, form, context }) => {
      const { result } = await services.passwords.changePassword(actor, readPasswordChange(form))
      requirePasswordChanged(result)
      context.setFlash('Your password was changed. You are logged out everywhere else.')
      return redirect('/portal/security')
    },
  })

export default function ChangePassword() {
  return (
    <>
      <PageHeader
        title="Change password"
        parent={{ to: '/portal/security', label: 'Website Security' }}
        description="You stay logged in here and are logged out everywhere else."
      />
      <ChangePasswordForm />
    </>
  )
}
