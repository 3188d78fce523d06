import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { accountMessages } from '../messages/account-messages'
import { invalid } from '../../core/errors'
import { Form } from '../components/form'
import { useForm } from '../components/form-context'
import { PageHeader } from '../components/page-header'
import { PasswordFields } from '../components/forms/password-fields'
import { SecondFactorFields } from '../components/forms/second-factor-fields'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'
import { readNewPassword } from '../components/forms/read-new-password'
import { readSecondFactor, requireSecondFactor } from '../http/authentication/second-factor-form'
import { withServerProblem } from '../http/pages/with-server-problem'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'public', submits: 'public' } as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.isInvited ? 'Choose your password' : 'Set a new password')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ query }) => {
    if (query('token') === '') throw redirect('/login/forgot-password')
    return { isInvited: query('invited') === 'true' }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    newPassword: async ({ services, form, query, context }) => {
      const { code, field } = readSecondFactor(form)
      const input = {
        forgotToken: query('token'),
        newPassword: readNewPassword(form),
        authenticationToken: code,
      }
      const { result, tokenResult } = await withServerProblem(context, accountMessages.resetFailed, () =>
        services.passwords.setForgottenPassword(input),
      )
      const isInvited = query('invited') === 'true'
      if (result === 'TOKEN_EXPIRED')
        throw invalid(isInvited ? accountMessages.invitationOver : accountMessages.resetExpired)
      const message = accountMessages.badPassword
      if (result === 'PASSWORD_INVALID') throw invalid(message, { password: message })
      requireSecondFactor(tokenResult, field)
      context.setFlash(
        isInvited
          ? 'Your password is set. Log in with your e-mail address.'
          : 'Your password was changed. Log in with the new one.',
      )
      return redirect('/login')
    },
  })

/** Where the links in the mails for a forgotten password and of an invitation lead. */
export default function NewPassword() {
  const { isInvited } = useLoaderData<typeof loader>()
  if (isInvited)
    return (
      <>
        <PageHeader
          title="Choose your password"
          description="An admin of your team added you to SDO. You log in with your e-mail address and this password."
        />
        <Form name="newPassword">
          <PasswordFields />
          <SubmitButton pending="Saving…">Set password</SubmitButton>
        </Form>
      </>
    )
  return (
    <>
      <PageHeader title="Set a new password" />
      <Form name="newPassword">
        <PasswordFields label="New Password" />
        <CodeWhenNeeded />
        <SubmitButton pending="Changing…">Change password</SubmitButton>
      </Form>
      <p className="mt-6">
        <Link className="link" to="/login/forgot-password">
          Ask for a new link
        </Link>
      </p>
    </>
  )
}

/** Asks for the second factor once the server said that there is one. */
function CodeWhenNeeded() {
  const { refusal } = useForm()
  const isNeeded = refusal && (refusal.fields['code'] || 'secondFactor' in refusal.values)
  if (!isNeeded) return null
  return (
    <>
      <input type="hidden" name="secondFactor" value="needed" />
      <SecondFactorFields />
    </>
  )
}
