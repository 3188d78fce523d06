import { invalid, DomainError } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { longest } from '../../../core/text/longest'
import { requireOneLine } from '../../input/names'

/** `name` without blanks around it; a tag of any length fits. @throws DomainError `invalid` at `field` */
export function requireVersionName(name: string, field: string): string {
  const trimmed = name.trim()
  if (trimmed.length > longest.versionName) {
    const message = messages.versionNameTooLong(longest.versionName)
    throw invalid(message, { [field]: message })
  }
  requireOneLine(trimmed, field)
  return trimmed
}

const message = messages.processDuplicate

/** The conflict by which the name of an application is refused that is taken. @throws DomainError `conflict` */
export const whenNameIsTaken = {
  applications_name: () => {
    throw new DomainError('conflict', message, { fields: { applicationName: message } })
  },
}
