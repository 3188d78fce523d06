import { accountMessages } from '../../messages/account-messages'
import { invalid } from '../../../core/errors'
import type { SubmittedForm } from '../../http/forms/submitted-form'

const missing = {
  password: accountMessages.passwordMissing,
  passwordConfirmation: accountMessages.passwordConfirmationMissing,
}

/** The password of <PasswordFields>, typed twice alike. @throws DomainError `invalid` with a message per field */
export function readNewPassword({ text }: SubmittedForm): string {
  const empty = Object.entries(missing).filter(([field]) => !text(field))
  if (empty.length > 0) throw invalid(accountMessages.fieldsMissing, Object.fromEntries(empty))
  if (text('password') !== text('passwordConfirmation')) {
    const message = accountMessages.passwordMismatch
    throw invalid(message, { passwordConfirmation: message })
  }
  return text('password')
}
