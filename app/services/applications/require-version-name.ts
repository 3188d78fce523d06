import { invalid } from '../../../core/errors'

const maximumLength = 128

/** `name` without blanks around it; a tag of any length fits. @throws DomainError `invalid` at `field` */
export function requireVersionName(name: string, field: string): string {
  const trimmed = name.trim()
  if (trimmed.length <= maximumLength) return trimmed
  const message = `Version name must be at most ${maximumLength} characters.`
  throw invalid(message, { [field]: message })
}
