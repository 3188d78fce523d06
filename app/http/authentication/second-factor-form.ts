import type { SubmittedForm } from '../forms/submitted-form'
import { accountMessages } from '../../messages/account-messages'
import { DomainError, invalid } from '../../../core/errors'
import type { AuthenticationTokenResult } from '../../services/second-factor/second-factor'

/** The code that somebody typed into <SecondFactorFields>, and into which of them. */
export function readSecondFactor(form: SubmittedForm): { code: string; field: 'code' | 'recoveryCode' } {
  const recoveryCode = form.text('recoveryCode')
  return recoveryCode.trim() === ''
    ? { code: form.text('code'), field: 'code' }
    : { code: recoveryCode, field: 'recoveryCode' }
}

/** Lets a form pass whose second factor did. @throws DomainError with the message at `field` */
export function requireSecondFactor(result: AuthenticationTokenResult, field: string): void {
  const { codeMissing, codeRejected, codeThrottled } = accountMessages
  if (result === 'AUTHENTICATION_TOKEN_NEEDED') throw invalid(codeMissing, { [field]: codeMissing })
  if (result === 'AUTHENTICATION_TOKEN_REJECTED') throw invalid(codeRejected, { [field]: codeRejected })
  if (result === 'AUTHENTICATION_TOKEN_THROTTLED')
    throw new DomainError('throttled', codeThrottled, { fields: { [field]: codeThrottled } })
}
