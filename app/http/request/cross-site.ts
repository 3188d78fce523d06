import { requestMessages } from '../../messages/request-messages'
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../../../core/errors'

/**
 * The token that proves that a write comes from our own page. Signed in, it follows from the session, so a token of
 * another session is worth nothing; before that it is a random value that cookie and form must agree on.
 */
export function xsrfTokenFor(sessionToken: string | undefined, cookie: string | undefined): string {
  if (sessionToken !== undefined) return hash('sha256', `xsrf ${sessionToken}`, 'base64url')
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie) ? cookie : randomBytes(32).toString('base64url')
}

export interface Write {
  /** Whether a program asks, and not a page. */
  isCall: boolean
  /** Whether this request needs the token at all; one that a browser would not send by itself does not. */
  isTokenNeeded: boolean
  expectedToken: string
  /** From the header X-XSRF-TOKEN or the hidden field. */
  givenToken: string | undefined
  /** The browser's own words on where the request comes from; older ones say the second alone, programs neither. */
  secFetchSite: string | undefined
  origin: string | undefined
  /** The values of `origin` on our own pages. */
  ownOrigins: readonly string[]
}

/** `same-site` is another host of the same domain: a stranger as well. */
const elsewhere = ['cross-site', 'same-site']

/** `null` is said by sandboxed pages and files, and by pages that hide their address: ours only where the browser vouches for it. */
function isFromElsewhere({ secFetchSite = '', origin, ownOrigins }: Write): boolean {
  if (elsewhere.includes(secFetchSite)) return true
  if (origin === undefined || ownOrigins.includes(origin)) return false
  return origin !== 'null' || secFetchSite !== 'same-origin'
}

/** Whether a write comes from our own page, or from a program that no browser speaks for. */
export const isSameSite = (write: Write): boolean =>
  !isFromElsewhere(write) && (!write.isTokenNeeded || equals(write.givenToken ?? '', write.expectedToken))

/** @throws DomainError `cross-site` for a write that another site may have caused */
export function requireSameSite(write: Write): void {
  if (isSameSite(write)) return
  const { callFromElsewhere, fromElsewhere } = requestMessages
  throw new DomainError('cross-site', write.isCall ? callFromElsewhere : fromElsewhere)
}

function equals(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
