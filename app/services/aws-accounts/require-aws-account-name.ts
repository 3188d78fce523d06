import { invalid } from '../../../core/errors'
import { messages } from '../../../core/messages'
import { maximumNameLength, nameTooLong, requireOneLine } from '../../../core/names'

/** `name` without blanks around it. @throws DomainError `invalid` at `field` */
export function requireAwsAccountName(name: string, field: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw invalid(messages.awsAccountNameMissing, { [field]: messages.awsAccountNameMissing })
  if (trimmed.length > maximumNameLength) {
    const message = nameTooLong(maximumNameLength)
    throw invalid(message, { [field]: message })
  }
  requireOneLine(trimmed, field)
  return trimmed
}
