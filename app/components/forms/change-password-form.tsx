import { CurrentPasswordField } from '../proof-fields'
import { Form } from '../form'
import { PasswordFields } from './password-fields'
import { SubmitButton } from '../submit-button'
import { accountMessages } from '../../messages/account-messages'
import { invalid } from '../../../core/errors'
import type { SubmittedForm } from '../../http/forms/submitted-form'
import { readNewPassword } from './read-new-password'

/** The current password and a new one. The form is called `changePassword`. */
export const ChangePasswordForm = () => (
  <Form name="changePassword">
    <CurrentPasswordField />
    <PasswordFields label="New Password" />
    <SubmitButton pending="Changing…">Change password</SubmitButton>
  </Form>
)

/** The passwords of <ChangePasswordForm>. @throws DomainError `invalid` with a message per field */
export function readPasswordChange(form: SubmittedForm): { currentPassword: string; newPassword: string } {
  const currentPassword = form.text('currentPassword')
  const newPassword = readNewPassword(form)
  const message = accountMessages.currentPasswordMissing
  if (currentPassword === '') throw invalid(message, { currentPassword: message })
  return { currentPassword, newPassword }
}
