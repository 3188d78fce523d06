import { accountMessages } from '../../messages/account-messages'
import { invalid } from '../../../core/errors'
import type { ChangePasswordResult } from '../../services/passwords/change-password'

const refusals = {
  INCORRECT_PASSWORD: ['currentPassword', accountMessages.currentPasswordWrong],
  PASSWORD_INVALID: ['password', accountMessages.badPassword],
  PASSWORD_UNCHANGED: ['password', accountMessages.passwordUnchanged],
  TOKEN_EXPIRED: ['currentPassword', accountMessages.resetExpired],
} as const

/** Lets <ChangePasswordForm> pass whose password was changed. @throws DomainError with the message at its field */
export function requirePasswordChanged(result: ChangePasswordResult): void {
  if (result === 'SUCCESS') return
  const [field, message] = refusals[result]
  throw invalid(message, { [field]: message })
}
