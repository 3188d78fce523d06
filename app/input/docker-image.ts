import { messages } from '../messages/messages'
import { isDockerTag } from '../../core/application/docker-image'
import { invalid } from '../../core/errors'

/** @throws DomainError `invalid` when no registry could have a tag or digest like this */
export function requireDockerTag(value: string, field: string): string {
  const tag = value.trim()
  if (!isDockerTag(tag)) {
    const message = tag === '' ? messages.imageTagMissing : messages.imageTagWrong
    throw invalid(message, { [field]: message })
  }
  return tag
}
