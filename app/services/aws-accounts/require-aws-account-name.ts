import { invalid } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { longest } from '../../../core/text/longest'
import { requireOneLine, nameMessages } from '../../input/names'

/** `name` without blanks around it. @throws DomainError `invalid` at `field` */
export function requireAwsAccountName(name: string, field: string): string {
  const trimmed = name.trim()
  if (trimmed === '')
    throw invalid(messages.awsAccountNameMissing, { [field]: messages.awsAccountNameMissing })
  if (trimmed.length > longest.name) {
    const message = nameMessages.tooLong(longest.name)
    throw invalid(message, { [field]: message })
  }
  requireOneLine(trimmed, field)
  return trimmed
}
