import { redirect } from '@remix-run/node'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { accountMessages } from '../../core/account-messages'
import { DomainError } from '../../core/errors'
import { Field } from '../components/field'
import { Form } from '../components/form'
import { PageHeader } from '../components/page-header'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import { loadPage, submitPage } from '../http/page'
import { returnPath } from '../http/sign-in-path'

export const meta = () => title('Login')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('public', args, ({ actor, query }) => {
    if (actor.kind === 'human') throw redirect(returnPath(query('to')))
    return null
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage('public', args, {
    login: async ({ services, actor, form, query, context }) => {
      const email = form.text('email')
      const { result, session } = await services.accounts.logIn(actor, {
        email,
        password: form.text('password'),
      })
      if (result !== 'SUCCESS') throw new DomainError('invalid', accountMessages.loginFailed)
      context.setSession(session)
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
      <p className="mt-6 text-muted">
        No account yet?{' '}
        <Link className="link" to="/register">
          Register
        </Link>
      </p>
    </>
  )
}
