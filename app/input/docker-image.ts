import { messages } from '../messages/messages'
import { isDockerTag } from '../../core/application/docker-image'
import { rule } from './rule'

/** A tag or digest that a registry could have. */
export const dockerTagRule = rule((typed: string, refuse) => {
  const tag = typed.trim()
  return isDockerTag(tag) ? tag : refuse(tag === '' ? messages.imageTagMissing : messages.imageTagWrong)
})
