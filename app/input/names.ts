import { declareMessages, type Message } from '../../core/messages/declare-messages'
import { accountMessages } from '../messages/account-messages'
import { longest } from '../../core/text/longest'
import { invalid } from '../../core/errors'
import { messages } from '../messages/messages'

/** Messages about the names that people choose. */
export const nameMessages = declareMessages('names', {
  tooLong: (mostCharacters: number) => `Name must be at most ${mostCharacters} characters.`,
  notOneLine:
    'Name must be one line without invisible characters. Type it again, without line breaks, control characters or the like.',
  /** For a person's name that looks like an address. */
  holdsAddress:
    'Name must not contain a web or e-mail address. Leave it out; if there is none, put a space after each dot.',
})

/** Line breaks, control characters, what changes the direction of text, and what has no width. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\u2800]/u

/** Whether any name that people choose may be `name`: a line of characters that can be seen. */
export const isOneLine = (name: string): boolean => !unseen.test(name)

/** Throws when `name` is not a line of characters that can be seen. @throws DomainError `invalid` at `field` */
export function requireOneLine(name: string, field: string): void {
  const message = nameMessages.notOneLine
  if (!isOneLine(name)) throw invalid(message, { [field]: message })
}

/**
 * The texts of which programs that show mails make links, generously: two slashes, an @ between other characters, a scheme, a dot with
 * two letters after it, and four numbers. `J.R. Tolkien` and `St. John` stay.
 */
const addresses =
  /\/\/|\\\\|\S@\S|\b(?:www|https?|mailto|tel|javascript|data)[:.]\S|[^\s.][.。][\p{L}\p{N}\p{M}-]{2}|\d(?:\.\d+){3}/iu

/** The fault of `name`, without blanks around it, as that of a person; undefined when it may be one. */
export function findPersonNameFault(name: string): Message | undefined {
  if (name === '') return accountMessages.invalidName
  if (name.length > longest.personName) return nameMessages.tooLong(longest.personName)
  if (!isOneLine(name)) return nameMessages.notOneLine
  return addresses.test(name.normalize('NFKC')) ? nameMessages.holdsAddress : undefined
}

/**
 * Whether an environment or an application may be called `name`. Blanks become underscores in the variables that
 * processes get, which is why a name must be one that a variable could have.
 */
export const isValidName = (name: string): boolean =>
  name.length <= longest.name && /^[A-Za-z_][A-Za-z0-9_ ]*$/.test(name)

/** `name` without blanks at its end. @throws DomainError `invalid` at `field` */
export function requireName(name: string, field: string): string {
  if (name.length > longest.name) {
    const message = nameMessages.tooLong(longest.name)
    throw invalid(message, { [field]: message })
  }
  if (!isValidName(name)) throw invalid(messages.invalidName, { [field]: messages.invalidName })
  return name.trimEnd()
}

/** `typed` without blanks around it. @throws DomainError `invalid` at `applicationName` */
export function requireApplicationName(typed: string): string {
  const name = typed.trim()
  if (name === '')
    throw invalid(messages.processNameMissing, { applicationName: messages.processNameMissing })
  return requireName(name, 'applicationName')
}
