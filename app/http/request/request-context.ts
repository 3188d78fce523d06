import { randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Clock } from '../../../core/time/clock'
import { DomainError } from '../../../core/errors'
import type { Logger } from '../../../core/logging/logger'
import type { Actor } from '../../services/actor/actor'
import type { Origin } from '../../services/actor/origin'
import type { Services } from '../../services/services'
import { isApiPath } from './api-path'
import type { AppContext } from './context'
import {
  readChallengeCookie,
  readCookies,
  readFlashCookie,
  readSessionToken,
  writeChallengeCookie,
  writeFlashCookie,
  writeSessionCookie,
  writeXsrfCookie,
  xsrfCookie,
} from './cookies'
import { isSameSite, requireSameSite, xsrfTokenFor, type Write } from './cross-site'
import { logOf } from './request-log'
import { sentFields } from '../forms/sent-fields'

export interface ContextOptions {
  services: Services
  clock: Clock
  log: Logger
  /** Where people reach the portal. */
  publicUrl: string
  secureCookies: boolean
  isStandalone: boolean
  sessionRecordingUrl?: string
}

/** Where programs write as well as pages: without a session they need no token, for no cookie speaks for them. */
const isProgramPath = (path: string) => isApiPath(path) || /^\/dev(\/|$)/.test(path)

/** Where it matters less who writes than that the text is not lost. */
const isForAnybody = (path: string) => /^\/contact-us\/?$/.test(path)

const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * Makes what a request's pages and calls work with: finds who asks and refuses writes that another site may have caused.
 *
 * @throws DomainError `cross-site`; `too-large` for a form that is; `unavailable` while the database is away
 */
export function createContextFactory({
  services,
  clock,
  log,
  publicUrl,
  secureCookies,
  isStandalone,
  sessionRecordingUrl,
}: ContextOptions) {
  const publicOrigin = new URL(publicUrl).origin

  /** Who asks; undefined when that cannot be found out, where somebody unknown is served as well. */
  async function findActor(token: string | undefined, path: string): Promise<Actor | undefined> {
    try {
      return await services.sessions.findActor(token)
    } catch (failure) {
      if (failure instanceof DomainError && failure.code === 'unavailable' && isForAnybody(path))
        return undefined
      throw failure
    }
  }

  return async (request: Request, response: Response, origin: Origin): Promise<AppContext> => {
    const fields = sentFields(request)
    const cookies = readCookies(request.headers.cookie)
    const { method, path } = request
    const isCall = isProgramPath(path)
    const way = { secure: secureCookies, isCall }
    const { token, isFromCookie } = readSessionToken(request, cookies, way)
    const found = await findActor(token, path)
    const actor: Actor = found ?? { kind: 'anonymous' }
    response.locals['actor'] = actor
    // Few requests have anything to log, and /v1 shows no scripts.
    const requestLog = lazy(() => logOf(log, { method, path }, origin, actor))
    const cspNonce = lazy(() => randomBytes(16).toString('base64'))
    const isSignedInByCookie = found?.kind !== 'anonymous' && isFromCookie
    const xsrfToken = xsrfTokenFor(isSignedInByCookie ? token : undefined, cookies[xsrfCookie])
    const write: Write = {
      isTokenNeeded: isCall ? isSignedInByCookie : isFromCookie,
      expectedToken: xsrfToken,
      givenToken: request.get('x-xsrf-token') ?? fields?.get('xsrf')?.[0],
      secFetchSite: request.get('sec-fetch-site'),
      origin: request.get('origin'),
      // Behind a proxy the second one may be a name that no browser knows.
      ownOrigins: [publicOrigin, `${request.protocol}://${request.get('host')}`],
    }
    if (!isSafe(method)) {
      // The second click on Login comes with the session of the first one: show where that one leads.
      if (isDoneAlready(path, actor) && !isSameSite(write)) request.method = 'GET'
      else requireSameSite(write)
    }
    if (cookies[xsrfCookie] !== xsrfToken) writeXsrfCookie(response, secureCookies, xsrfToken)
    const setSession: AppContext['setSession'] = (session) => {
      writeSessionCookie(response, way, session, clock.now())
      writeXsrfCookie(response, secureCookies, xsrfTokenFor(session?.token, undefined))
    }
    return {
      services,
      actor,
      requestId: origin.requestId,
      sentFields: fields,
      get log() {
        return requestLog()
      },
      xsrfToken,
      get cspNonce() {
        return cspNonce()
      },
      sessionRecordingUrl,
      isStandalone,
      setSession,
      requireSameSite: () => requireSameSite(write),
      challenge: readChallengeCookie(cookies, secureCookies),
      setChallenge: (challenge) => writeChallengeCookie(response, secureCookies, challenge, clock.now()),
      setFlash: (message, tone = 'good') => writeFlashCookie(response, secureCookies, { message, tone }),
      takeFlash() {
        const flash = readFlashCookie(cookies, secureCookies)
        if (flash) writeFlashCookie(response, secureCookies, undefined)
        return flash
      },
    }
  }
}

function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** Whether the form of the page at `path` asks for what is so already. */
const isDoneAlready = (path: string, actor: Actor) =>
  actor.kind === 'anonymous' ? path === '/logout' : ['/login', '/login/code', '/register'].includes(path)
