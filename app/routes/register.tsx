import { redirect } from '@remix-run/node'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { accountMessages } from '../../core/account-messages'
import { maximumPersonNameLength, nameTooLong } from '../../core/names'
import { invalid } from '../../core/errors'
import { CheckboxField, Field } from '../components/field'
import { Form } from '../components/form'
import { NarrowPage } from '../components/narrow-page'
import { Notice } from '../components/notice'
import { PageHeader } from '../components/page-header'
import { PasswordFields } from '../components/password-fields'
import { SubmitButton } from '../components/submit-button'
import { title } from '../components/title'
import { loadPage, submitPage } from '../http/page'
import { withServerProblem } from '../http/with-server-problem'
import type { CreateAccountResult } from '../services/accounts/create-account'

export { shouldRevalidate } from '../components/should-revalidate'

export const meta = () => title('Register')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('public', args, ({ services, actor }) => {
    if (actor.kind === 'human') throw redirect('/portal')
    return services.accounts.getRegistration()
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage('public', args, {
    register: async ({ services, actor, form, context }) => {
      requireFilledIn(form.text)
      const input = {
        name: form.text('name'),
        email: form.text('email'),
        password: form.text('password'),
        acceptedTermsId: form.text('acceptedTermsId'),
      }
      const { result, session } = await withServerProblem(context, accountMessages.registrationFailed, () =>
        services.accounts.createAccount(actor, input, form.submissionId),
      )
      if (result !== 'SUCCESS') throw refusalOf(result, input)
      context.setSession(session)
      return redirect('/login/verify')
    },
  })

const requiredFields = {
  name: accountMessages.invalidName,
  email: 'E-mail is required',
  password: 'Password is required',
  passwordConfirmation: 'Please type the password a second time',
}

function requireFilledIn(text: (field: string) => string): void {
  const missing = Object.entries(requiredFields).filter(([field]) => !text(field).trim())
  if (missing.length > 0) throw invalid(accountMessages.fieldsMissing, Object.fromEntries(missing))
  if (text('password') !== text('passwordConfirmation')) {
    const message = accountMessages.passwordMismatch
    throw invalid(message, { passwordConfirmation: message })
  }
  if (!text('acceptedTermsId')) {
    const message = accountMessages.termsNotAccepted
    throw invalid(message, { acceptedTermsId: message })
  }
}

function refusalOf(
  result: Exclude<CreateAccountResult, 'SUCCESS'>,
  { name, email }: { name: string; email: string },
) {
  const refusals = {
    DUPLICATE_EMAIL: ['email', accountMessages.duplicateEmail],
    INVALID_EMAIL: ['email', accountMessages.invalidEmail(email.trim())],
    INVALID_NAME: ['name', name.trim() ? nameTooLong(maximumPersonNameLength) : accountMessages.invalidName],
    BAD_PASSWORD: ['password', accountMessages.badPassword],
    OUTDATED_TERMS: ['acceptedTermsId', accountMessages.termsOutdated],
  } as const
  const [field, message] = refusals[result]
  return invalid(message, { [field]: message })
}

export default function Register() {
  const { isOpen, currentTermsId } = useLoaderData<typeof loader>()
  return (
    <NarrowPage>
      <PageHeader title="Register" />
      {isOpen ? (
        <Form name="register">
          <Field name="name" label="Name" maxLength={maximumPersonNameLength} autoComplete="name" />
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
        <Notice tone="info">{accountMessages.registrationClosed}</Notice>
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
