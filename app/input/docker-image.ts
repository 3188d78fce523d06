import { isDockerBaseUrl, isDockerTag } from '../../core/application/docker-image'
import { invalid } from '../../core/errors'
import { longest, tooLong } from '../../core/text/longest'
import { listed } from '../../core/text/words'
import { messages } from '../messages/messages'

/** The address of an image, without its tag. A colon would be a tag, and tags are what versions are for. */
export function requireDockerBaseUrl(value: string, field: string): string {
  const dockerBaseUrl = value.trim()
  if (dockerBaseUrl === '')
    throw invalid(messages.dockerImageMissing, { [field]: messages.dockerImageMissing })
  if (dockerBaseUrl.length > longest.imageAddress)
    throw invalid(tooLong(longest.imageAddress), { [field]: tooLong(longest.imageAddress) })
  if (!isDockerBaseUrl(dockerBaseUrl)) {
    const message = `Docker image must be an address without blanks and without a colon. ${tellImageFault(dockerBaseUrl)}`
    throw invalid(message, { [field]: message })
  }
  return dockerBaseUrl
}

/** What of an address is none of it, with the address that was meant where that can be told. */
function tellImageFault(typed: string): string {
  const image = typed.replace(/^https?:\/\//, '')
  const [address = '', digest] = splitAt(image, '@')
  const [name, tag] = splitAt(address, ':', address.lastIndexOf('/'))
  if (name.includes(':')) return 'A registry behind a port of its own is not supported.'
  const parts = [
    ...(image === typed ? [] : ['the scheme']),
    ...(tag === undefined ? [] : ['the tag']),
    ...(digest === undefined ? [] : ['the digest']),
  ]
  if (parts.length === 0) return 'The tag belongs to the versions.'
  const meant = isDockerBaseUrl(name) ? `: ${name}` : ''
  return `Leave out ${listed(parts)}${meant}. The tag belongs to the versions.`
}

/** A text before and behind the first `mark` from `start` on. */
function splitAt(text: string, mark: string, start = 0): [string, string | undefined] {
  const at = text.indexOf(mark, Math.max(start, 0))
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
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
