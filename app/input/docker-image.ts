import { isDockerBaseUrl, isDockerTag } from '../../core/application/docker-image'
import { invalid } from '../../core/errors'
import { messages } from '../messages/messages'

/** The address of an image, without its tag. A colon would be a tag, and tags are what versions are for. */
export function requireDockerBaseUrl(value: string, field: string): string {
  const dockerBaseUrl = value.trim()
  if (dockerBaseUrl === '')
    throw invalid(messages.dockerImageMissing, { [field]: messages.dockerImageMissing })
  if (!isDockerBaseUrl(dockerBaseUrl)) {
    const message =
      'Docker image must be an address without blanks and without a colon. The tag belongs to the versions.'
    throw invalid(message, { [field]: message })
  }
  return dockerBaseUrl
}

/** @throws DomainError `invalid` when no registry could have a tag like this */
export function requireDockerTag(value: string, field: string): string {
  const tag = value.trim()
  if (!isDockerTag(tag)) {
    const message =
      tag === ''
        ? 'Docker image tag is required.'
        : 'Docker image tag must consist of letters, numbers, underscores, periods and hyphens, 128 at most.'
    throw invalid(message, { [field]: message })
  }
  return tag
}
