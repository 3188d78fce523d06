import { requestMessages } from '../../messages/request-messages'
import { DomainError } from '../../../core/errors'

/** The values of each field of a form, in the order in which they were sent. */
export type SentFields = ReadonlyMap<string, readonly string[]>

/** Far more than any page of ours asks for. */
const mostFields = 500
const mostCharacters = 110_000

/** @throws DomainError `too-large` before more than that is kept of the fields */
export function readFields(body: string): SentFields {
  if (hasMoreThan(mostFields - 1, '&', body))
    throw new DomainError('too-large', requestMessages.formTooWide(mostFields))
  const sent = new URLSearchParams(body)
  let characters = 0
  for (const [name, value] of sent) characters += name.length + value.length
  if (characters > mostCharacters)
    throw new DomainError('too-large', requestMessages.formTooLong(mostCharacters))
  return fieldsOf(sent)
}

/** Each field with all of its values. */
export function fieldsOf(sent: URLSearchParams): SentFields {
  const fields = new Map<string, string[]>()
  for (const [name, value] of sent) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return fields
}

function hasMoreThan(most: number, character: string, text: string): boolean {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1))
    if (++found > most) return true
  return false
}
