import * as z from 'zod/mini'
import { declareMessages, type Message } from '../../core/messages/declare-messages'
import { accountMessages } from '../messages/account-messages'
import { longest } from '../../core/text/longest'
import { messages } from '../messages/messages'
import { rule, type Rule } from './rule'

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

interface LineMessages {
  /** Of an empty one, which may be otherwise. */
  missing?: Message
  tooLong?: Message
  notOneLine?: Message
}

/** A line of characters that can be seen, without blanks around it. */
export const line = (
  mostCharacters: number,
  {
    missing,
    tooLong = nameMessages.tooLong(mostCharacters),
    notOneLine = nameMessages.notOneLine,
  }: LineMessages = {},
): Rule<string, string> =>
  rule((typed, refuse) => {
    const text = typed.trim()
    if (text === '' && missing) return refuse(missing)
    if (text.length > mostCharacters) return refuse(tooLong)
    return isOneLine(text) ? text : refuse(notOneLine)
  })

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

/** The name of an environment or an application, without blanks at its end. */
export const nameRule = rule((name: string, refuse) => {
  if (name.length > longest.name) return refuse(nameMessages.tooLong(longest.name))
  return isValidName(name) ? name.trimEnd() : refuse(messages.invalidName)
})

/** The name of an application as it was typed, without blanks around it. */
export const applicationNameRule = z.pipe(
  rule((typed: string, refuse) => typed.trim() || refuse(messages.processNameMissing)),
  nameRule,
)

/** What a team calls an AWS account. */
export const awsAccountNameRule = line(longest.name, { missing: messages.awsAccountNameMissing })
