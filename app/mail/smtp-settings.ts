import { isLoopbackHost } from '../../core/start/loopback-host'

/** How a mail server is reached. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte. */
  isSecure: boolean
  /** Otherwise nothing is sent unless the server offers to change to TLS. */
  requiresTls: boolean
  credentials?: { user: string; pass: string }
}

/**
 * Reads `smtp://user:password@host:587` (changes to TLS) or `smtps://user:password@host:465` (TLS at once). Without TLS
 * only where mails stay on this machine, or `?requireTLS=false` says so.
 *
 * @throws Error that says what must be changed, without the address, which holds a password
 */
export function readSmtpUrl(text: string): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw new Error('must be the smtp:// or smtps:// address of a mail server')
  const { requireTLS = 'true', ...unknown } = Object.fromEntries(url.searchParams)
  if (Object.keys(unknown).length > 0) throw new Error('may have no parameter but requireTLS')
  if (!['true', 'false'].includes(requireTLS)) throw new Error('requireTLS must be true or false')
  if ((url.username === '') !== (url.password === ''))
    throw new Error('must name user and password, or neither')
  const isSecure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    requiresTls: !isSecure && requireTLS === 'true' && !isLoopbackHost(host),
    ...(url.username && {
      credentials: { user: decode(url.username), pass: decode(url.password) },
    }),
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('user and password must be percent-encoded')
  }
}
