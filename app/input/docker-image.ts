import { dockerBaseUrlFault, isDockerTag } from '../../core/application/docker-image'
import { invalid } from '../../core/errors'
import { messages } from '../messages/messages'

/**
 * The address of an image, without the tag that its versions name.
 *
 * @throws DomainError `invalid` when Docker could pull nothing by it
 */
export function requireDockerBaseUrl(value: string, field: string): string {
  const dockerBaseUrl = value.trim()
  if (dockerBaseUrl === '')
    throw invalid(messages.dockerImageMissing, { [field]: messages.dockerImageMissing })
  const fault = dockerBaseUrlFault(dockerBaseUrl)
  if (fault !== undefined) throw invalid(messages.fieldWrong(fault), { [field]: fault })
  return dockerBaseUrl
}

/** @throws DomainError `invalid` when no registry could have a tag or digest like this */
export function requireDockerTag(value: string, field: string): string {
  const tag = value.trim()
  if (!isDockerTag(tag)) {
    const message =
      tag === ''
        ? 'Docker image tag is required.'
        : 'Docker image tag must consist of letters, numbers, underscores, periods and hyphens, 128 at most, or be a digest: sha256: and 64 digits of 0 to 9 and a to f.'
    throw invalid(message, { [field]: message })
  }
  return tag
}
