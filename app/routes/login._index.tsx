import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { accountMessages } from '../messages/account-messages'
import { DomainError } from '../../core/errors'
import { Field } from '../components/field'
import { Form } from '../components/form'
import { PageHeader } from '../components/page-header'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'
import { returnPath } from '../http/pages/return-path'
import { withServerProblem } from '../http/pages/with-server-problem'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'public', submits: 'public' } as const satisfies PageHandle

export const meta = () => title('Login')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ actor, query }) => {
    // The addresses in the mails for a forgotten password and of an invitation.
    const token = encodeURIComponent(query('token'))
    if (query('forgot') === 'true') throw redirect(`/login/new-password?token=${token}`)
    if (query('invited') === 'true') throw redirect(`/login/new-password?invited=true&token=${token}`)
    if (actor.kind === 'human') throw redirect(returnPath(query('to')))
    return null
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    login: async ({ request, query, context }) => {
      const login = await withServerProblem(context, accountMessages.serverProblem, () =>
        context.logins.authenticate('password', request),
      )
      if (login?.result !== 'SUCCESS') throw new DomainError('invalid', accountMessages.loginFailed)
      if (login.challenge) {
        context.setChallenge(login.challenge)
        return redirect(`/login/code?to=${encodeURIComponent(returnPath(query('to')))}`)
      }
      context.setSession(login.session)
      return redirect(returnPath(query('to')))
    },
  })

export default function Login() {
  return (
    <>
      <PageHeader title="Login" />
      <Form name="login">
        <Field name="email" type="email" label="E-mail" autoComplete="username" />
        <Field name="password" type="password" label="Password" autoComplete="current-password" />
        <SubmitButton pending="Logging in…">Login</SubmitButton>
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-muted">
        <Link className="link" to="/login/forgot-password">
          Forgot your password?
        </Link>
        <span>
          No account yet?{' '}
          <Link className="link" to="/register">
            Register
          </Link>
        </span>
      </p>
    </>
  )
}
