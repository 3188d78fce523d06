import { randomBytes } from 'node:crypto'
import type { Request as ExpressRequest, Response } from 'express'
import type { ErrorCode } from '../../../core/errors'
import type { Clock } from '../../../core/time/clock'
import type { Logger } from '../../../core/logging/logger'
import type { Docs } from '../../content/docs'
import type { Actor } from '../../services/actor/actor'
import type { Origin } from '../../services/actor/origin'
import type { Services } from '../../services/services'
import { createLoginAuthenticator, createProgramAuthenticator } from '../authentication/authenticator'
import { sentToken, tokenName } from '../authentication/token-strategy'
import { isApiPath } from './api-path'
import type { AppContext } from './context'
import {
  areFirstStepsDismissed,
  readChallengeCookie,
  readFlashCookie,
  readSessionCookie,
  writeChallengeCookie,
  writeFirstStepsCookie,
  writeFlashCookie,
  writeSessionCookie,
  writeXsrfCookie,
  xsrfCookie,
} from './cookies'
import { isSameSite, requireSameSite, xsrfTokenFor, type Write } from './cross-site'
import { addressOf } from './request-address'
import { logOf } from './request-log'
import { readFields } from '../forms/sent-fields'

interface ContextOptions {
  services: Services
  docs: Docs
  clock: Clock
  log: Logger
  countRefusal?(code: ErrorCode): void
  /** Where people reach the portal. */
  publicUrl: string
  secureCookies: boolean
  isStandalone: boolean
  sessionRecordingUrl?: string
}

/** Who sent a request, as far as its headers say. */
interface Sender {
  origin: Origin
  cookies: Record<string, string>
}

/** Paths on which programs write as well as pages: without a session they need no token, for no cookie speaks for them. */
const isProgramPath = (path: string) => isApiPath(path) || /^\/dev(\/|$)/.test(path)

/** The contact page, where it matters less who writes than that the text is not lost. */
const isForAnybody = (path: string) => /^\/contact-us\/?$/.test(path)

const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * Makes what a request's pages and calls work with: finds who asks and refuses writes that another site may have caused. While
 * nobody can be found out, whoever needs to know is told so, and only what is for anybody is done.
 *
 * @throws DomainError `cross-site`; `too-large` for a form that is; `invalid` for an address that is none
 */
export function createContextFactory({
  services,
  docs,
  clock,
  log,
  countRefusal,
  publicUrl,
  secureCookies,
  isStandalone,
  sessionRecordingUrl,
}: ContextOptions) {
  const publicOrigin = new URL(publicUrl).origin
  const programs = createProgramAuthenticator(services)

  const findProgram = (request: ExpressRequest, address: URL): Promise<Actor> => {
    const names = ['authorization', tokenName]
    const headers = names.map((name): [string, string] => [name, request.get(name) ?? ''])
    return programs.authenticate('token', new Request(address, { headers }))
  }

  return async (
    request: ExpressRequest,
    response: Response,
    { origin, cookies }: Sender,
  ): Promise<AppContext> => {
    const fields = isForm(request) ? readFields(request.body.toString()) : undefined
    const address = addressOf(request)
    const { method, path } = request
    const isCall = isProgramPath(path)
    const way = { secure: secureCookies, isCall }
    const isFromCookie = sentToken((name) => request.get(name)) === undefined
    const session = readSessionCookie(cookies, way)
    const found = await settle(
      isFromCookie ? services.sessions.findActor(session) : findProgram(request, address),
    )
    const isKnown = 'actor' in found
    const actor: Actor = isKnown ? found.actor : { kind: 'anonymous' }
    response.locals['actor'] = actor
    // Few requests have anything to log, and /v1 shows no scripts.
    const requestLog = lazy(() => logOf(log, { method, path }, origin, actor))
    const cspNonce = lazy(() => randomBytes(16).toString('base64'))
    const isSignedInByCookie = isFromCookie && !(isKnown && actor.kind === 'anonymous')
    const xsrfToken = xsrfTokenFor(isSignedInByCookie ? session : undefined, cookies[xsrfCookie])
    const write = lazy((): Write => ({
      isTokenNeeded: isCall ? isSignedInByCookie : isFromCookie,
      expectedToken: xsrfToken,
      givenToken: request.get('x-xsrf-token') ?? fields?.get('xsrf')?.[0],
      secFetchSite: request.get('sec-fetch-site'),
      origin: request.get('origin'),
      // Behind a proxy the second one may be a name that no browser knows.
      ownOrigins: [publicOrigin, `${request.protocol}://${request.get('host')}`],
    }))
    if (!isSafe(method) && (isKnown || isForAnybody(path))) {
      // The second click on Login comes with the session of the first one: show where that one leads.
      if (isDoneAlready(path, actor) && !isSameSite(write())) request.method = 'GET'
      else requireSameSite(write())
    }
    if (isKnown && cookies[xsrfCookie] !== xsrfToken) writeXsrfCookie(response, secureCookies, xsrfToken)
    const requireKnown = (): Actor => {
      if (!isKnown && !isForAnybody(path)) throw found.failure
      return actor
    }
    const challenge = readChallengeCookie(cookies, secureCookies)
    const isWithoutSteps = areFirstStepsDismissed(cookies, secureCookies)
    const setSession: AppContext['setSession'] = (session) => {
      writeSessionCookie(response, way, session, clock.now())
      writeXsrfCookie(response, secureCookies, xsrfTokenFor(session?.token, undefined))
      if (isWithoutSteps) writeFirstStepsCookie(response, secureCookies, false)
    }
    return {
      services,
      docs,
      get actor() {
        return requireKnown()
      },
      isSignedIn: isKnown ? actor.kind === 'human' : undefined,
      get logins() {
        return createLoginAuthenticator(services, requireKnown(), challenge)
      },
      requestId: origin.requestId,
      address,
      countRefusal,
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
      requireSameSite: () => requireSameSite(write()),
      challenge,
      setChallenge: (challenge) => writeChallengeCookie(response, secureCookies, challenge, clock.now()),
      areFirstStepsDismissed: isWithoutSteps,
      dismissFirstSteps: () => writeFirstStepsCookie(response, secureCookies, true),
      setFlash: (message, tone = 'good', next) =>
        writeFlashCookie(response, secureCookies, { message, tone, next }),
      takeFlash() {
        const flash = readFlashCookie(cookies, secureCookies)
        if (flash) writeFlashCookie(response, secureCookies, undefined)
        return flash
      },
    }
  }
}

/** The actor that was found, or why nobody could be looked for. */
const settle = (looking: Promise<Actor>): Promise<{ actor: Actor } | { failure: unknown }> =>
  looking.then(
    (actor) => ({ actor }),
    (failure: unknown) => ({ failure }),
  )

const isForm = (request: ExpressRequest): request is ExpressRequest & { body: Buffer } =>
  request.method === 'POST' &&
  Boolean(request.is('application/x-www-form-urlencoded')) &&
  Buffer.isBuffer(request.body)

function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** Whether the form of the page at `path` asks for what is so already. */
const isDoneAlready = (path: string, actor: Actor) =>
  actor.kind === 'anonymous' ? path === '/logout' : ['/login', '/login/code', '/register'].includes(path)
