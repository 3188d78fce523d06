import type { Request as ExpressRequest, Response } from 'express'
import type { Actor } from '../../services/actor/actor'
import type { Origin } from '../../services/actor/origin'
import { createProgramAuthenticator } from '../authentication/authenticator'
import { sentToken, tokenName } from '../authentication/strategies'
import { readFields } from '../forms/sent-fields'
import { isApiPath } from './api-path'
import type { AppContext } from './context'
import { readSessionCookie, writeXsrfCookie, xsrfCookie } from './cookies'
import { isSameSite, requireSameSite, xsrfTokenFor, type Write } from './cross-site'
import { isForAnybody, LoadContext, type ContextOptions } from './load-context'
import { addressOf } from './request-address'

/** Who sent a request, as far as its headers say. */
interface Sender {
  origin: Origin
  cookies: Record<string, string>
}

/** Paths on which programs write as well as pages: without a session they need no token, for no cookie speaks for them. */
const isProgramPath = (path: string) => isApiPath(path) || /^\/dev(\/|$)/.test(path)

/** Whether a request of this method only reads. */
export const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/**
 * Makes what a request's pages and calls work with: finds who asks and refuses writes that another site may have caused. While
 * nobody can be found out, whoever needs to know is told so, and only what is for anybody is done.
 *
 * @throws DomainError `cross-site`; `too-large` for a form that is; `invalid` for an address that is none
 */
export function createContextFactory(options: ContextOptions) {
  const { services, publicUrl, secureCookies } = options
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
    const sentFields = isForm(request) ? readFields(request.body.toString()) : undefined
    const address = addressOf(request)
    const { method, path } = request
    const isCall = isProgramPath(path)
    const isFromCookie = sentToken((name) => request.get(name)) === undefined
    const session = readSessionCookie(cookies, { secure: secureCookies, isCall })
    const { actor, failure } = await settle(
      isFromCookie ? services.sessions.findActor(session) : findProgram(request, address),
    )
    response.locals['actor'] = actor
    const isSignedInByCookie = isFromCookie && (failure !== undefined || actor.kind !== 'anonymous')
    const xsrfToken = xsrfTokenFor(isSignedInByCookie ? session : undefined, cookies[xsrfCookie])
    const write = (): Write => ({
      isCall,
      isTokenNeeded: isCall ? isSignedInByCookie : isFromCookie,
      expectedToken: xsrfToken,
      givenToken: request.get('x-xsrf-token') ?? sentFields?.get('xsrf')?.[0],
      secFetchSite: request.get('sec-fetch-site'),
      origin: request.get('origin'),
      // Behind a proxy the second one may be a name that no browser knows.
      ownOrigins: [publicOrigin, `${request.protocol}://${request.get('host')}`],
    })
    if (!isSafe(method) && (!failure || isForAnybody(path))) {
      // The second click on Login comes with the session of the first one: show where that one leads.
      if (isDoneAlready(path, actor) && !isSameSite(write())) request.method = 'GET'
      else requireSameSite(write())
    }
    if (!failure && cookies[xsrfCookie] !== xsrfToken) writeXsrfCookie(response, secureCookies, xsrfToken)
    const sent = { method, path, isCall, origin, cookies, address, sentFields }
    return new LoadContext(options, { ...sent, response, actor, failure, xsrfToken, write })
  }
}

/** Who was found; nobody, and why, where nobody could be looked for. */
const settle = (looking: Promise<Actor>): Promise<{ actor: Actor; failure?: { reason: unknown } }> =>
  looking.then(
    (actor) => ({ actor }),
    (reason: unknown) => ({ actor: { kind: 'anonymous' }, failure: { reason } }),
  )

const isForm = (request: ExpressRequest): request is ExpressRequest & { body: Buffer } =>
  request.method === 'POST' &&
  Boolean(request.is('application/x-www-form-urlencoded')) &&
  Buffer.isBuffer(request.body)

/** Whether the form of the page at `path` asks for what is so already. */
const isDoneAlready = (path: string, actor: Actor) =>
  actor.kind === 'anonymous' ? path === '/logout' : ['/login', '/login/code', '/register'].includes(path)
