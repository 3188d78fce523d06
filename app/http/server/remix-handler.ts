import { createRequestHandler } from '@remix-run/node'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express'
import { DomainError, internal } from '../../../core/errors'
import { unavailable } from '../../services/failures/database-failure'
import type { PageHandle } from '../../root'
import type { AppContext } from '../request/context'
import { keptPage } from './kept-page'
import { narrowBuilds } from './narrow-builds'
import { toPageAnswer, type PageAnswer } from './page-answer'
import { PageMemo } from './page-memo'
import { isForPerson } from './problem-answer'
import { addressOf } from '../request/request-address'
import { sentFields } from '../forms/sent-fields'

export type RemixBuild = ServerBuild | (() => Promise<ServerBuild>)

/** Lets Remix answer a request whose body was read before. The adapter that Remix brings reads the body itself. */
export function createRemixHandler(build: RemixBuild) {
  const find = handlersOf(build)
  return async (request: ExpressRequest, response: ExpressResponse, context: AppContext): Promise<void> => {
    const { status, headers, body } = await find(request.path)(
      toFetchRequest(request, response),
      context as AppContext & AppLoadContext,
    )
    if (status >= 500) requireFormKept(request, status, body)
    response.status(status)
    for (const [name, value] of headers) response.append(name, value)
    response.end(body.length > 0 ? body : undefined)
  }
}

type PageHandler = (request: Request, context: AppLoadContext) => Promise<PageAnswer>

/** What answers at a path: its own handler where no other page can have the path, else the one that knows every route. */
function handlersOf(build: RemixBuild): (path: string) => PageHandler {
  const handler = renderedPage(build)
  if (typeof build === 'function') return () => handler
  const memo = new PageMemo()
  const handlers = new Map(
    [...narrowBuilds(build)].map(([path, narrow]) => [
      path,
      isKept(narrow) ? keptPage(narrow, memo) : renderedPage(narrow),
    ]),
  )
  return (path) => handlers.get(path) ?? handler
}

function renderedPage(build: RemixBuild): PageHandler {
  const handle = createRequestHandler(build)
  return async (request, context) => toPageAnswer(await handle(request, context))
}

const isKept = ({ routes }: ServerBuild) =>
  Object.values(routes).some((route) => (route?.module.handle as PageHandle | undefined)?.isKept)

/**
 * A form is refused while something is away or broken, and then its page may not be there either to show it again.
 *
 * @throws DomainError `unavailable` or `internal`, for an answer that keeps what was typed
 */
function requireFormKept(request: ExpressRequest, status: number, page: Buffer): void {
  const fields = sentFields(request)
  if (!fields || !isForPerson(request)) return
  if (page.includes(`name="form" value="${fields.get('form')?.[0] ?? ''}"`)) return
  throw status === 503 ? unavailable() : internal()
}

/** What pages may be asked with; of the others fetch refuses some, and Remix the rest in words of its own. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Where a write comes from was checked before, against the public address too. Remix would compare it with the host alone, which a
 * proxy may have changed, and call a difference a failure of ours.
 */
const checkedHeader = 'origin'

/** The request as the fetch standard has it; aborted when the browser goes away before the answer. */
function toFetchRequest(request: ExpressRequest, response: ExpressResponse): Request {
  if (!knownMethods.has(request.method)) {
    response.set('Allow', 'GET, HEAD, POST')
    throw new DomainError('method-not-allowed', 'A page can be opened, and a form on it can be sent.')
  }
  const address = addressOf(request)
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (name !== checkedHeader) for (const single of [value ?? []].flat()) headers.append(name, single)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return new Request(address, {
    method: request.method,
    headers,
    signal: controller.signal,
    ...(hasBody && Buffer.isBuffer(request.body) && { body: new Uint8Array(request.body) }),
  })
}
