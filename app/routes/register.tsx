import type { Message } from '../../core/messages/declare-messages'
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { accountMessages } from '../messages/account-messages'
import { longest } from '../../core/text/longest'
import { invalid } from '../../core/errors'
import { CheckboxField, Field } from '../components/field'
import { Form } from '../components/form'
import { NarrowPage } from '../components/narrow-page'
import { Notice } from '../components/notice'
import { PageHeader } from '../components/page-header'
import { PasswordFields } from '../components/forms/password-fields'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import type { PageHandle } from '../http/pages/page-handle'
import { loadPage, submitPage } from '../http/pages/page'
import { withServerProblem } from '../http/pages/with-server-problem'

export { shouldRevalidate } from '../components/should-revalidate'

export const handle = { access: 'public', submits: 'public' } as const satisfies PageHandle

export const meta = () => title('Register')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor }) => {
    if (actor.kind === 'human') throw redirect('/portal')
    return services.accounts.getRegistration()
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    register: async ({ services, actor, form, context }) => {
      const input = {
        name: form.text('name'),
        email: form.text('email'),
        password: form.text('password'),
        passwordConfirmation: form.text('passwordConfirmation'),
        acceptedTermsId: form.text('acceptedTermsId'),
      }
      const {
        result,
        fields = {},
        session,
      } = await withServerProblem(context, accountMessages.registrationFailed, () =>
        services.accounts.createAccount(actor, input, form.submissionId),
      )
      if (result !== 'SUCCESS') throw invalid(summaryOf(fields, form.text), fields)
      context.setSession(session)
      return redirect('/login/verify')
    },
  })

const requiredFields = ['name', 'email', 'password', 'passwordConfirmation']

/** The message on top: the first fault, unless it is that something is missing. */
const summaryOf = (fields: Record<string, Message>, text: (field: string) => string): Message =>
  requiredFields.some((field) => text(field).trim() === '')
    ? accountMessages.fieldsMissing
    : (Object.values(fields)[0] ?? accountMessages.registrationFailed)

export default function Register() {
  const { isOpen, currentTermsId } = useLoaderData<typeof loader>()
  return (
    <NarrowPage>
      <PageHeader title="Register" />
      {isOpen ? (
        <Form name="register">
          <Field name="name" label="Name" maxLength={longest.personName} autoComplete="name" />
          <Field name="email" type="email" label="E-mail" autoComplete="username" />
          <PasswordFields />
          <CheckboxField
            name="acceptedTermsId"
            value={currentTermsId}
            label={
              <>
                I accept the{' '}
                <Link className="link" to={`/terms?id=${currentTermsId}`} target="_blank">
                  terms of service
                </Link>
              </>
            }
          />
          <SubmitButton pending="Registering…">Register</SubmitButton>
        </Form>
      ) : (
        <Notice tone="info">{accountMessages.registrationClosed.text}</Notice>
      )}
      <p className="mt-6 text-muted">
        Already registered?{' '}
        <Link className="link" to="/login">
          Login
        </Link>
      </p>
    </NarrowPage>
  )
}
