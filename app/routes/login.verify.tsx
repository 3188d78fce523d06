import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { accountMessages } from '../messages/account-messages'
import { DomainError } from '../../core/errors'
import { CodeField } from '../components/code-field'
import { Form } from '../components/form'
import { PageHeader } from '../components/page-header'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import { ruleOf } from '../http/pages/authentication-rules'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'session', submits: 'session', flashSeconds: 5 } as const satisfies PageHandle

export const meta = () => title('Verify your e-mail')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ actor }) => {
    if (actor.state !== 'VERIFICATION_NEEDED') throw redirect(ruleOf(actor).page)
    return { email: actor.email }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    verify: async ({ services, actor, form }) => {
      const { result } = await services.emailVerification.verifyUser(actor, form.text('code'))
      if (result === 'THROTTLED') throw new DomainError('throttled', accountMessages.verificationThrottled)
      if (result === 'FAILURE') {
        const message = accountMessages.verificationFailed
        throw new DomainError('invalid', message, { fields: { code: message } })
      }
      return redirect('/portal')
    },
    resend: async ({ services, actor, context }) => {
      await services.emailVerification.issueVerificationToken(actor)
      context.setFlash('A new code was sent.')
      return redirect('/login/verify')
    },
  })

export default function Verify() {
  const { email } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="Verify your e-mail"
        description={
          <>
            We sent a code of 6 characters to <strong className="break-words text-ink">{email}</strong>. It is
            valid for 10 minutes.
          </>
        }
      />
      <Form name="verify">
        <CodeField name="code" label="Code" />
        <SubmitButton pending="Verifying…">Verify</SubmitButton>
      </Form>
      <Form name="resend" className="mt-8 space-y-3">
        <p className="text-muted">Nothing arrived? Check your spam folder or request a new code.</p>
        <SubmitButton tone="plain" pending="Sending…">
          Send a new code
        </SubmitButton>
      </Form>
    </>
  )
}
