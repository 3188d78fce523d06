import { messages } from '../messages/messages'
import { requestMessages } from '../messages/request-messages'
import { longest } from '../../core/text/longest'
import { rule } from './rule'

/** The address where what a version was built from can be read, such as its commit; null where it is left out. */
export const sourceUrlRule = rule((typed: string | undefined, refuse) => {
  const text = typed?.trim() ?? ''
  if (text === '') return null
  if (text.length > longest.sourceUrl) return refuse(requestMessages.tooLong(longest.sourceUrl))
  const address = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = address?.protocol === 'https:' && address.username === '' && address.password === ''
  return isPlain && !/\s/.test(text) ? address.href : refuse(messages.versionSourceWrong)
})
