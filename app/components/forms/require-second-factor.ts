import { accountMessages } from '../../messages/account-messages'
import { DomainError, invalid } from '../../../core/errors'
import type { AuthenticationTokenResult } from '../../services/second-factor/second-factor'

const enterCode = 'Enter the code that your authenticator app shows.'

/** Lets a form pass whose second factor did. @throws DomainError with the message at `field` */
export function requireSecondFactor(result: AuthenticationTokenResult, field: string): void {
  const { codeRejected, codeThrottled } = accountMessages
  if (result === 'AUTHENTICATION_TOKEN_NEEDED') throw invalid(enterCode, { [field]: enterCode })
  if (result === 'AUTHENTICATION_TOKEN_REJECTED') throw invalid(codeRejected, { [field]: codeRejected })
  if (result === 'AUTHENTICATION_TOKEN_THROTTLED')
    throw new DomainError('throttled', codeThrottled, { fields: { [field]: codeThrottled } })
}
