import { requestMessages } from '../../messages/request-messages'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { DomainError, type ErrorCode } from '../../../core/errors'
import type { Logger } from '../../../core/logging/logger'
import type { Actor } from '../../services/actor/actor'
import { escapeHtml } from '../../mail/escape-html'
import { isApiPath } from '../request/api-path'
import { toProblem, type Problem } from '../problem/problem'
import { logOf } from '../request/request-log'
import { originOf } from '../request/request-origin'

/** Answers what fails before or outside Remix: to programs as JSON, to a page's script as Remix expects it, else as a page. */
export const answerProblem =
  (log: Logger, countRefusal?: (code: ErrorCode) => void): ErrorRequestHandler =>
  (failure: unknown, request, response, _next) => {
    // Half an answer must not be taken for a whole one. Whoever made it has said why it ends.
    if (response.headersSent) return void request.socket.destroy()
    const { requestId, actor = { kind: 'anonymous' } } = response.locals as {
      requestId: string
      actor?: Actor
    }
    const requestLog = logOf(log, request, originOf(request), actor)
    const { status, body } = toProblem(explain(failure), { requestId, log: requestLog, countRefusal })
    response.status(status).set('Cache-Control', 'no-store')
    if (status === 503) response.set('Retry-After', '2')
    if (isForPerson(request)) return sendPage(request, response, body)
    if (isForScript(request)) response.set('X-Remix-Catch', 'yes')
    response.json(body)
  }

/** Express's own failures, such as a body that is too large, as ours. */
function explain(failure: unknown): unknown {
  const status = (failure as { status?: unknown } | null)?.status
  if (failure instanceof DomainError || typeof status !== 'number') return failure
  if (status === 413) return new DomainError('too-large', requestMessages.tooLarge)
  return status < 500 ? new DomainError('invalid', requestMessages.notUnderstood) : failure
}

/** Remix's own request for the data of a page. */
const isForScript = (request: Request) => request.query['_data'] !== undefined

const isForPerson = (request: Request) =>
  !isApiPath(request.path) &&
  !/^\/health(\/|$)/.test(request.path) &&
  !isForScript(request) &&
  request.get('accept')?.includes('text/html') === true

const isInPortal = ({ path }: Request) => /^\/portal(\/|$)/i.test(path)

function sendPage(request: Request, response: Response, { message, requestId }: Problem): void {
  response.type('html').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>SDO</title>
</head>
<body>
<main>
<h1>That did not work</h1>
<p>${escapeHtml(message)}</p>
<p>Request <code>${escapeHtml(requestId)}</code></p>
<p>${isInPortal(request) ? '<a href="/portal">Go to the portal</a>' : '<a href="/">Go to the home page</a>'}</p>
</main>
</body>
</html>
`)
}
