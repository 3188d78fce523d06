import { Field } from './field'

/** Asks whoever sits at an open session for the password. */
export const CurrentPasswordField = () => (
  <Field name="currentPassword" type="password" label="Current password" autoComplete="current-password" />
)
