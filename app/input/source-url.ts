import type { Message } from '../../core/messages/declare-messages'
import { messages } from '../messages/messages'
import { requestMessages } from '../messages/request-messages'
import { invalid } from '../../core/errors'
import { longest } from '../../core/text/longest'

/**
 * The address where what a version was built from can be read, such as its commit; null where it is left out.
 *
 * @throws DomainError `invalid`
 */
export function requireSourceUrl(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (text.length > longest.sourceUrl) throw refuse(requestMessages.tooLong(longest.sourceUrl))
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '' || /\s/.test(text))
    throw refuse(messages.versionSourceWrong)
  return address.href
}

const refuse = (message: Message) => invalid(message, { sourceUrl: message })
