import { messages } from '../messages/messages'
import { isDockerTag } from '../../core/application/docker-image'
import { rule } from './rule'
import { requestMessages } from '../messages/request-messages'
import { longest } from '../../core/text/longest'

/** A tag or digest that a registry could have. */
export const dockerTagRule = rule((typed: string, refuse) => {
  const tag = typed.trim()
  return isDockerTag(tag) ? tag : refuse(tag === '' ? messages.imageTagMissing : messages.imageTagWrong)
})

/** The address where what a version was built from can be read, such as its commit; null where it is left out. */
export const sourceUrlRule = rule((typed: string | undefined, refuse) => {
  const text = typed?.trim() ?? ''
  if (text === '') return null
  if (text.length > longest.sourceUrl) return refuse(requestMessages.tooLong(longest.sourceUrl))
  const address = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = address?.protocol === 'https:' && address.username === '' && address.password === ''
  return isPlain && !/\s/.test(text) ? address.href : refuse(messages.versionSourceWrong)
})
