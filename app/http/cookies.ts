import type { CookieOptions, Request, Response } from 'express'
import type { Session } from '../api/call'
import type { FlashMessage } from './context'

export const sessionCookie = 'X-SDO-AUTHORIZATION'
export const xsrfCookie = 'XSRF-TOKEN'
export const flashCookie = 'SDO-FLASH'
export const challengeCookie = 'SDO-CHALLENGE'

/** The cookies of a request, by name; the first of several with one name. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const pair of header?.split(';') ?? []) {
    const [name = '', ...value] = pair.split('=')
    cookies[name.trim()] ??= decode(value.join('=').trim())
  }
  return cookies
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

const base = (secure: boolean): CookieOptions => ({ path: '/', sameSite: 'strict', secure })

/** Keeps a secret of the browser's own in the cookie `name`, out of reach of scripts, or removes it when undefined. */
export function writeSecretCookie(
  response: Response,
  name: typeof sessionCookie | typeof challengeCookie,
  secure: boolean,
  secret: Session | undefined,
  now: number,
): void {
  const options = { ...base(secure), httpOnly: true }
  if (secret) response.cookie(name, secret.token, { ...options, maxAge: secret.expiresEpoch - now })
  else response.clearCookie(name, options)
}

/** Readable by scripts of our own pages, which send it back in a header. */
export const writeXsrfCookie = (response: Response, secure: boolean, token: string): void =>
  void response.cookie(xsrfCookie, token, base(secure))

export function writeFlashCookie(response: Response, secure: boolean, flash: FlashMessage | undefined): void {
  const options = { ...base(secure), httpOnly: true }
  if (flash === undefined) response.clearCookie(flashCookie, options)
  else response.cookie(flashCookie, `${flash.tone} ${flash.message}`, { ...options, maxAge: 60_000 })
}

export function readFlashCookie(cookies: Record<string, string>): FlashMessage | undefined {
  const [, tone, message] = /^(good|info|warn) (.+)$/s.exec(cookies[flashCookie] ?? '') ?? []
  return message === undefined ? undefined : { message, tone: tone as FlashMessage['tone'] }
}

/** The token somebody sent, and how: a browser sends cookies by itself, which is why only those need a cross-site check. */
export function readSessionToken(
  request: Request,
  cookies: Record<string, string>,
): { token: string | undefined; isFromCookie: boolean } {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1]
  const token = bearer ?? request.get(sessionCookie)
  return token ? { token, isFromCookie: false } : { token: cookies[sessionCookie], isFromCookie: true }
}
