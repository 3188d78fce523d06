import { invalid } from '../../core/errors'
import { longest, tooLong } from '../../core/text/longest'

const message = 'The source is a whole address that begins with https://, without a login in it.'

/**
 * The address where what a version was built from can be read, such as its commit; null where it is left out.
 *
 * @throws DomainError `invalid`
 */
export function requireSourceUrl(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return null
  if (text.length > longest.sourceUrl)
    throw invalid(tooLong(longest.sourceUrl), { sourceUrl: tooLong(longest.sourceUrl) })
  const address = URL.canParse(text) ? new URL(text) : undefined
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '' || /\s/.test(text))
    throw invalid(message, { sourceUrl: message })
  return address.href
}
