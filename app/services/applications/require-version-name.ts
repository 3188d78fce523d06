import { invalid } from '../../../core/errors'
import { maximumVersionNameLength as maximumLength, requireOneLine } from '../../../core/names'

/** `name` without blanks around it; a tag of any length fits. @throws DomainError `invalid` at `field` */
export function requireVersionName(name: string, field: string): string {
  const trimmed = name.trim()
  if (trimmed.length > maximumLength) {
    const message = `Version name must be at most ${maximumLength} characters.`
    throw invalid(message, { [field]: message })
  }
  requireOneLine(trimmed, field)
  return trimmed
}
