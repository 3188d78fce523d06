import { redirect } from '@remix-run/node'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { accountMessages } from '../../core/account-messages'
import { AuthenticatorCodeField } from '../components/authenticator-code-field'
import { Form } from '../components/form'
import { PageHeader } from '../components/page-header'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import { loadPage, submitPage } from '../http/page'
import { requireSecondFactor } from '../http/require-second-factor'
import { returnPath } from '../http/sign-in-path'
import { withServerProblem } from '../http/with-server-problem'

export const meta = () => title('Two-factor login')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('public', args, ({ actor, query, context }) => {
    if (actor.kind === 'human') throw redirect(returnPath(query('to')))
    if (context.challenge === undefined) throw redirect('/login')
    return null
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage('public', args, {
    code: async ({ services, actor, form, query, context }) => {
      const input = { challenge: context.challenge, code: form.text('code') }
      const login = await withServerProblem(context, accountMessages.serverProblem, () =>
        services.accounts.answerChallenge(actor, input, context.origin),
      )
      if (!login) {
        context.setChallenge(undefined)
        context.setFlash(accountMessages.challengeOver)
        return redirect('/login')
      }
      requireSecondFactor(login.tokenResult)
      context.setChallenge(undefined)
      context.setSession(login.session)
      return redirect(returnPath(query('to')))
    },
  })

/** The two-factor prompt, for a browser whose password was right. */
export default function TwoFactorPrompt() {
  return (
    <>
      <PageHeader
        title="Two-factor login"
        description="Enter the code that your authenticator app shows for SDO."
      />
      <Form name="code">
        <AuthenticatorCodeField />
        <SubmitButton pending="Logging in…">Login</SubmitButton>
      </Form>
      <p className="mt-6">
        <Link className="link" to="/login">
          Log in as somebody else
        </Link>
      </p>
    </>
  )
}
