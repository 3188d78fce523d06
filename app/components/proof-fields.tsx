import { Field } from './field'
import { useForm } from './form-context'

/** Asks whoever sits at an open session for the password. */
export const CurrentPasswordField = () => (
  <Field name="currentPassword" type="password" label="Current password" autoComplete="current-password" />
)

/**
 * Asks for the password where the form changes how one logs in or makes something that outlives the session, once it was refused without or
 * `isNeeded`: soon after logging in none is.
 */
export const ProofField = ({ isNeeded = false }: { isNeeded?: boolean }) =>
  useForm().refusal?.fields.currentPassword !== undefined || isNeeded ? <CurrentPasswordField /> : null

/** The code that an authenticator app shows. */
export const AuthenticatorCodeField = () => (
  <Field
    name="code"
    label="Code"
    inputMode="numeric"
    autoComplete="one-time-code"
    spellCheck={false}
    className="input font-mono text-lg tracking-[0.3em]"
  />
)
