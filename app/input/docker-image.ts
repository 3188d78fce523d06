import { isDockerTag } from '../../core/application/docker-image'
import { invalid } from '../../core/errors'

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
