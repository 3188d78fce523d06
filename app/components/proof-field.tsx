import { CurrentPasswordField } from './current-password-field'
import { useForm } from './form-context'

/**
 * Asks for the password where the form changes how one logs in or makes something that outlives the session, once it was refused without or
 * `isNeeded`: soon after logging in none is.
 */
export const ProofField = ({ isNeeded = false }: { isNeeded?: boolean }) =>
  useForm().refusal?.fields.currentPassword !== undefined || isNeeded ? <CurrentPasswordField /> : null
