import { once } from 'node:events'
import { createRequestHandler } from '@remix-run/node'
import type { AppLoadContext, RequestHandler, ServerBuild } from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express'
import { DomainError } from '../../core/errors'
import { unavailable } from '../services/database-failure'
import type { AppContext } from './context'
import { narrowBuilds } from './narrow-builds'
import { isForPerson } from './problem-answer'
import { addressOf } from './request-address'
import { sentFields } from './try-again-form'

export type RemixBuild = ServerBuild | (() => Promise<ServerBuild>)

/** Lets Remix answer a request whose body was read before. The adapter that Remix brings reads the body itself. */
export function createRemixHandler(build: RemixBuild) {
  const find = handlersOf(build)
  return async (request: ExpressRequest, response: ExpressResponse, context: AppContext): Promise<void> => {
    const answer = await find(request.path)(
      toFetchRequest(request, response),
      context as AppContext & AppLoadContext,
    )
    if (answer.status === 503) await requireFormKept(request, answer)
    response.status(answer.status)
    for (const [name, value] of answer.headers) response.append(name, value)
    if (answer.body) response.end(Buffer.from(await answer.arrayBuffer()))
    else response.end()
  }
}

/** What answers at a path: its own handler where no other page can have the path, else the one that knows every route. */
function handlersOf(build: RemixBuild): (path: string) => RequestHandler {
  const handler = createRequestHandler(build)
  if (typeof build === 'function') return () => handler
  const handlers = new Map(
    [...narrowBuilds(build)].map(([path, narrow]) => [path, createRequestHandler(narrow)]),
  )
  return (path) => handlers.get(path) ?? handler
}

/**
 * A form is refused while the database is away, and then its page may not be there either to show it again.
 *
 * @throws DomainError `unavailable`, for an answer that keeps what was typed
 */
async function requireFormKept(request: ExpressRequest, answer: Response): Promise<void> {
  const fields = sentFields(request)
  if (!fields || !isForPerson(request)) return
  const page = await answer.clone().text()
  if (page.includes(`name="form" value="${fields.get('form') ?? ''}"`)) return
  throw unavailable()
}

/** What pages may be asked with; of the others fetch refuses some, and Remix the rest in words of its own. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** The request as the fetch standard has it; aborted when the browser goes away before the answer. */
function toFetchRequest(request: ExpressRequest, response: ExpressResponse): Request {
  if (!knownMethods.has(request.method)) {
    response.set('Allow', 'GET, HEAD, POST')
    throw new DomainError('method-not-allowed', 'A page can be opened, and a form on it can be sent.')
  }
  const address = addressOf(request)
  const controller = new AbortController()
  void once(response, 'close').then(() => {
    if (!response.writableFinished) controller.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    for (const single of [value ?? []].flat()) headers.append(name, single)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(address, {
    method: request.method,
    headers,
    signal: controller.signal,
    ...(hasBody && Buffer.isBuffer(request.body) && { body: new Uint8Array(request.body) }),
  })
}
