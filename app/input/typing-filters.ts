import { maximumSubdomainLength } from '../../core/application/subdomain'

/** Filters the text that somebody types into a field that takes only some characters. Right text stays as it is. */
export type TypingFilter = (text: string) => string

/** Digits with at most one decimal point. */
export const decimalOnly: TypingFilter = (text) => {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('')}`
}

export const digitsOnly: TypingFilter = (text) => text.replace(/\D/g, '')

/** Digits of a number of at most 65535. */
export const portOnly: TypingFilter = (text) => {
  // More are none of a port's, and taking them off one by one would take long.
  let digits = digitsOnly(text).slice(0, 20)
  while (Number(digits) > 65535) digits = digits.slice(0, -1)
  return digits
}

/** Letters in lower case, digits and single hyphens. One at the end stays, for something may follow. */
export const subdomainOnly: TypingFilter = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, maximumSubdomainLength)

/** An image without its tag: one that is pasted with it loses it, which is entered elsewhere. Before a slash stands a port. */
export const withoutTag: TypingFilter = (text) => text.replace(/(\/[^/:@]*)[:@][^/]*$/, '$1')
