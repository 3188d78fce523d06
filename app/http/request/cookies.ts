import { z } from 'zod'
import { parse } from 'cookie'
import type { CookieOptions, Response } from 'express'
import { tokenName } from '../authentication/strategies'
import type { FlashMessage } from './context'
import type { Session } from './session'

/** The names that programs know. */
export const sessionCookie = tokenName
export const xsrfCookie = 'XSRF-TOKEN'

const flashCookie = 'SDO-FLASH'
const challengeCookie = 'SDO-CHALLENGE'
const browserCookie = 'SDO-BROWSER'
const firstStepsCookie = 'SDO-FIRST-STEPS'

/** The name of a cookie that nobody but this host may set: browsers see to it, but only where it is sent by https. */
const hostName = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)

/** The cookies of a request, by name; the first of several with one name. */
export const readCookies = (header: string | undefined) => parse(header ?? '') as Record<string, string>

const base = (secure: boolean): CookieOptions => ({ path: '/', sameSite: 'strict', secure })

/** Keeps a secret of the browser's own in the cookie `name`, out of reach of scripts, or removes it when undefined. */
function writeSecretCookie(
  response: Response,
  name: string,
  secure: boolean,
  secret: Session | undefined,
  now: number,
): void {
  const options = { ...base(secure), httpOnly: true }
  if (secret) response.cookie(name, secret.token, { ...options, maxAge: secret.expiresEpoch - now })
  else response.clearCookie(name, options)
}

/** Keeps the session in its cookie; after a call of /v1 (`isCall`) under the name that programs know as well. Logging out leaves the browser known. */
export function writeSessionCookie(
  response: Response,
  { secure, isCall }: { secure: boolean; isCall: boolean },
  session: Session | undefined,
  now: number,
): void {
  writeSecretCookie(response, hostName(sessionCookie, secure), secure, session, now)
  if (secure && (isCall || !session)) writeSecretCookie(response, sessionCookie, secure, session, now)
  if (session?.browser)
    writeSecretCookie(response, hostName(browserCookie, secure), secure, session.browser, now)
}

/** Has the portal show no first steps to this browser until its session ends; or show them again. */
export function writeFirstStepsCookie(response: Response, secure: boolean, areDismissed: boolean): void {
  const name = hostName(firstStepsCookie, secure)
  const options = { ...base(secure), httpOnly: true }
  if (areDismissed) response.cookie(name, 'dismissed', options)
  else response.clearCookie(name, options)
}

export const areFirstStepsDismissed = (cookies: Record<string, string>, secure: boolean): boolean =>
  hostName(firstStepsCookie, secure) in cookies

/** By which the browser is known to those who logged in with it before. */
export const readBrowserCookie = (cookies: Record<string, string>, secure: boolean): string | undefined =>
  cookies[hostName(browserCookie, secure)]

export const readChallengeCookie = (cookies: Record<string, string>, secure: boolean): string | undefined =>
  cookies[hostName(challengeCookie, secure)]

export const writeChallengeCookie = (
  response: Response,
  secure: boolean,
  challenge: Session | undefined,
  now: number,
): void => writeSecretCookie(response, hostName(challengeCookie, secure), secure, challenge, now)

/** Readable by scripts of our own pages, which send it back in a header. */
export const writeXsrfCookie = (response: Response, secure: boolean, token: string): void =>
  void response.cookie(xsrfCookie, token, base(secure))

export function writeFlashCookie(response: Response, secure: boolean, flash: FlashMessage | undefined): void {
  const name = hostName(flashCookie, secure)
  const options = { ...base(secure), httpOnly: true }
  if (flash === undefined) response.clearCookie(name, options)
  else response.cookie(name, JSON.stringify(flash), { ...options, maxAge: 60_000 })
}

const flashSchema = z.object({
  message: z.string(),
  tone: z.enum(['good', 'info', 'warn']),
  next: z.object({ to: z.string().startsWith('/portal/'), label: z.string() }).optional(),
})

export function readFlashCookie(cookies: Record<string, string>, secure: boolean): FlashMessage | undefined {
  const sent = cookies[hostName(flashCookie, secure)]
  if (sent === undefined) return undefined
  try {
    return flashSchema.safeParse(JSON.parse(sent)).data
  } catch {
    // What is no JSON is not from us.
    return undefined
  }
}

/**
 * The session of a browser, which sends it by itself. Calls take the cookie that programs know; for pages it would let a neighbouring
 * host choose who somebody is.
 */
export const readSessionCookie = (
  cookies: Record<string, string>,
  { secure, isCall }: { secure: boolean; isCall: boolean },
): string | undefined =>
  cookies[hostName(sessionCookie, secure)] ?? (isCall ? cookies[sessionCookie] : undefined)
