import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link } from '@remix-run/react'
import { accountMessages } from '../messages/account-messages'
import { Form } from '../components/form'
import { PageHeader } from '../components/page-header'
import { SecondFactorFields } from '../components/forms/second-factor-fields'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'
import { readSecondFactor, requireSecondFactor } from '../http/authentication/second-factor-form'
import { returnPath } from '../http/pages/return-path'
import { withServerProblem } from '../http/pages/with-server-problem'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'public', submits: 'public' } as const satisfies PageHandle

export const meta = () => title('Two-factor login')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ actor, query, context }) => {
    if (actor.kind === 'human') throw redirect(returnPath(query('to')))
    if (context.challenge === undefined) throw redirect('/login')
    return null
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    code: async ({ request, form, query, context }) => {
      const login = await withServerProblem(context, accountMessages.serverProblem, () =>
        context.logins.authenticate('second-factor', request),
      )
      if (!login) {
        context.setChallenge(undefined)
        context.setFlash(accountMessages.challengeOver.text, 'warn')
        return redirect('/login')
      }
      requireSecondFactor(login.tokenResult, readSecondFactor(form).field)
      context.setChallenge(undefined)
      context.setSession(login.session)
      if (login.recoveryCodesLeft !== undefined)
        context.setFlash(accountMessages.recoveryCodeUsed(login.recoveryCodesLeft).text, 'info')
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
        <SecondFactorFields />
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
