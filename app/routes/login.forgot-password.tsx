import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { accountMessages } from '../messages/account-messages'
import { invalid } from '../../core/errors'
import { Field } from '../components/field'
import { Form } from '../components/form'
import { PageHeader } from '../components/page-header'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'
import { withServerProblem } from '../http/pages/with-server-problem'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'public', submits: 'public' } as const satisfies PageHandle

export const meta = () => title('Forgot password')

export const loader = (args: LoaderFunctionArgs) => loadPage(handle, args, () => null)

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    forgotPassword: async ({ services, form, context }) => {
      const email = form.text('email').trim()
      const message = accountMessages.emailMissing
      if (!email) throw invalid(message, { email: message })
      await withServerProblem(context, accountMessages.resetFailed, () =>
        services.passwords.requestPasswordReset({ email }),
      )
      context.setFlash(accountMessages.resetRequested.text, 'info')
      return redirect('/login/forgot-password')
    },
  })

export default function ForgotPassword() {
  return (
    <>
      <PageHeader
        title="Forgot password"
        description="We send you a link to set a new password. It works once and for 10 minutes."
      />
      <Form name="forgotPassword">
        <EmailAndButton />
      </Form>
      <p className="mt-6">
        <Link className="link" to="/login">
          Back to login
        </Link>
      </p>
    </>
  )
}

/** A component of its own, so that what it remembers goes with the emptied form. */
function EmailAndButton() {
  const [email, setEmail] = useState('')
  const [runsScripts, setRunsScripts] = useState(false)
  useEffect(() => setRunsScripts(true), [])
  return (
    <>
      <Field
        name="email"
        type="email"
        label="E-mail"
        autoComplete="username"
        onInput={({ currentTarget }) => setEmail(currentTarget.value)}
      />
      <SubmitButton pending="Sending…" disabled={runsScripts && email.trim() === ''}>
        Send link
      </SubmitButton>
    </>
  )
}
