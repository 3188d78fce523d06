import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { ChangePasswordForm, readPasswordChange } from '../components/forms/change-password-form'
import { PageHeader } from '../components/page-header'
import { title } from '../components/title'
import { ruleOf } from '../http/pages/authentication-rules'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'
import { requirePasswordChanged } from '../components/forms/require-password-changed'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'session', submits: 'password-change' } as const satisfies PageHandle

export const meta = () => title('Choose a new password')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ actor }) => {
    if (actor.state !== 'FORCE_PASSWORD_CHANGE') throw redirect(ruleOf(actor).page)
    return null
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    changePassword: async ({ services, actor, form, context }) => {
      const { result } = await services.passwords.changePassword(actor, readPasswordChange(form))
      requirePasswordChanged(result)
      context.setFlash('Your password was changed.')
      return redirect('/portal')
    },
  })

/** For somebody whose password an admin chose. */
export default function ForcedPasswordChange() {
  return (
    <>
      <PageHeader
        title="Choose a new password"
        description="The password you logged in with was chosen for you. Replace it by one that only you know."
      />
      <ChangePasswordForm />
    </>
  )
}
