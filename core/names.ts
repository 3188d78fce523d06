import { invalid } from './errors'
import { messages } from './messages'

export const maximumNameLength = 100
/** People's names are what they are; this only keeps a table readable. */
export const maximumPersonNameLength = 200

export const nameTooLong = (mostCharacters: number) => `Name must be at most ${mostCharacters} characters.`

/**
 * Whether an environment or an application may be called `name`. Blanks become underscores in the variables that
 * processes get, which is why a name must be one that a variable could have.
 */
export const isValidName = (name: string): boolean =>
  name.length <= maximumNameLength && /^[A-Za-z_][A-Za-z0-9_ ]*$/.test(name)

/** `name` without blanks at its end. @throws DomainError `invalid` at `field` */
export function requireName(name: string, field: string): string {
  if (name.length > maximumNameLength) {
    const message = nameTooLong(maximumNameLength)
    throw invalid(message, { [field]: message })
  }
  if (!isValidName(name)) throw invalid(messages.invalidName, { [field]: messages.invalidName })
  return name.trimEnd()
}
