import { Field } from './field'

/** Asks whoever sits at an open session for the password; `isOptional` soon after they have logged in with it. */
export const CurrentPasswordField = ({ isOptional = false }: { isOptional?: boolean }) => (
  <Field
    name="currentPassword"
    type="password"
    label="Current password"
    hint={isOptional ? 'Not needed: you logged in a moment ago.' : undefined}
    autoComplete="current-password"
  />
)
