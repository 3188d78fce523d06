import { messages } from '../messages/messages'
import { invalid } from '../../core/errors'

/** The 12 digits of an account, also when they were typed as `1234-5678-9012`. @throws DomainError `invalid` at `field` */
export function requireAwsAccountNumber(value: string, field: string): string {
  const digits = value.replace(/[\s-]/g, '')
  if (!/^\d{12}$/.test(digits)) {
    const message = messages.awsAccountNumberWrong
    throw invalid(message, { [field]: message })
  }
  return digits
}
