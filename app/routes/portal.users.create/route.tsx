import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { accountMessages } from '../../messages/account-messages'
import { DomainError, invalid } from '../../../core/errors'
import { longest } from '../../../core/text/longest'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { useForm } from '../../components/form-context'
import { PageHeader } from '../../components/page-header'
import { ProofField } from '../../components/proof-fields'
import { PasswordFields } from '../../components/forms/password-fields'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/users#add-a-person',
} as const satisfies PageHandle

export const meta = () => title('New user', 'Users')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor }) => ({
    needsPassword: !(await services.sessions.checkFreshLogin(actor)),
  }))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    createHuman: async ({ services, actor, form, context }) => {
      // Without the password that was typed, somebody would be invited who was to get it.
      if (form.isChecked('secretsLeftOut'))
        throw invalid(accountMessages.humanUserInvalid, { password: accountMessages.firstPasswordLeftOut })
      const { result, fields } = await services.users.createHumanUser(
        actor,
        {
          name: form.text('name'),
          email: form.text('email'),
          password: form.text('password'),
          passwordConfirmation: form.text('passwordConfirmation'),
          currentPassword: form.text('currentPassword'),
        },
        form.submissionId,
      )
      if (result === 'FAILURE') throw invalid(accountMessages.humanUserInvalid, fields)
      if (result === 'DUPLICATE_EMAIL') {
        const message = accountMessages.humanUserDuplicate
        throw new DomainError('conflict', message, { fields: { email: message } })
      }
      context.setFlash(
        form.text('password') === ''
          ? accountMessages.invitationSent(form.text('email').trim()).text
          : 'The user was created and got an e-mail. Give them the password yourself.',
      )
      return redirect('/portal/users')
    },
  })

export default function CreateHumanUser() {
  const { needsPassword } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title="New user"
        parent={{ to: '/portal/users', label: 'Users' }}
        description="We e-mail them a link to choose their password."
      />
      <Form name="createHuman">
        <Field name="name" label="Name" maxLength={longest.personName} autoComplete="off" />
        <Field name="email" type="email" label="E-mail" autoComplete="off" />
        <FirstPassword />
        <ProofField isNeeded={needsPassword} />
        <SubmitButton pending="Creating…">Create</SubmitButton>
      </Form>
    </>
  )
}

/** For whoever wants to hand the password over themselves; left empty, the person is invited. */
function FirstPassword() {
  const fields = useForm().refusal?.fields
  return (
    <details open={fields !== undefined && ('password' in fields || 'passwordConfirmation' in fields)}>
      <summary className="cursor-pointer">Set a first password yourself instead</summary>
      <div className="mt-3 space-y-4">
        <PasswordFields />
        <ForcePasswordChange />
      </div>
    </details>
  )
}

/** Shown, so that nobody wonders; it is not theirs to decide. */
const ForcePasswordChange = () => (
  <div>
    <label className="flex items-start gap-2">
      <input type="checkbox" checked readOnly disabled className="mt-0.5 h-4 w-4 accent-accent" />
      Must change the password at the first login
    </label>
    <p className="mt-1 text-muted">Always: you know this password, and only its owner should.</p>
  </div>
)
