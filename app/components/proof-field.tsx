import { CurrentPasswordField } from './current-password-field'
import { useForm } from './form-context'

/**
 * Asks for the password where the form makes something that outlives the session, once it was refused without: soon after logging in none
 * is needed.
 */
export const ProofField = ({ isNeeded = false }: { isNeeded?: boolean }) =>
  useForm().refusal?.fields.currentPassword !== undefined || isNeeded ? <CurrentPasswordField /> : null
