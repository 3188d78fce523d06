import { CurrentPasswordField } from '../proof-fields'
import { Form } from '../form'
import { PasswordFields } from './password-fields'
import { SubmitButton } from '../submit-button'

/** The current password and a new one. The form is called `changePassword`. */
export const ChangePasswordForm = () => (
  <Form name="changePassword">
    <CurrentPasswordField />
    <PasswordFields label="New Password" />
    <SubmitButton pending="Changing…">Change password</SubmitButton>
  </Form>
)
