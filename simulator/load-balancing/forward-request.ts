import {
  request as openRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { pipeline } from 'node:stream'
import { requestHeaders, responseHeaders } from './proxy-headers'
import { connectionsTo } from './target-connections'
import type { Endpoint, TargetPool } from './target-pool'

const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE'])
/** A target that says nothing for so long has failed. */
const idleTargetMs = 60_000
const maxAttempts = 5

/** The attempts at one request so far. */
interface Attempts {
  count: number
  /** Targets that failed, not merely a connection to them that was left over. */
  failed: Set<Endpoint>
  /** A kept connection turned out to be closing: open one. */
  needsFresh: boolean
}

/**
 * Forwards a request to a healthy target and its answer back. Another target is tried as long as nothing of the answer has
 * arrived and the first one can not have acted on the request, or acting on it twice does no harm.
 */
export function forwardRequest(
  pool: () => TargetPool | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  attempt(pool, request, response, { count: 0, failed: new Set(), needsFresh: false })
}

function attempt(
  pool: () => TargetPool | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  attempts: Attempts,
): void {
  const endpoint = pool()?.pick(attempts.failed)
  if (!endpoint) return refuse(response, attempts.count === 0 ? 503 : 502)
  attempts.count += 1

  const hasBody = carriesBody(request)
  const isRepeatable = !hasBody && idempotentMethods.has(request.method ?? '')
  const { kept, fresh } = connectionsTo(endpoint)
  const over = once(endpoint.begin())
  const upstream = openRequest({
    host: endpoint.host,
    port: endpoint.port,
    method: request.method,
    path: request.url,
    headers: requestHeaders(request),
    agent: isRepeatable && !attempts.needsFresh ? kept : fresh,
    timeout: idleTargetMs,
  })
  let isConnected = false
  let isAnswered = false
  let isTimedOut = false

  const clientLeft = () => {
    if (!response.writableFinished) upstream.destroy()
  }
  response.once('close', clientLeft)

  onConnected(upstream, () => {
    isConnected = true
    if (hasBody) request.pipe(upstream)
    else upstream.end()
  })
  upstream.on('timeout', () => {
    isTimedOut = true
    upstream.destroy(new Error('the target was silent for too long'))
  })
  upstream.on('response', (answer) => {
    isAnswered = true
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, responseHeaders(answer))
    pipeline(answer, response, over)
  })
  upstream.on('close', () => {
    if (!isAnswered) over()
  })
  upstream.on('error', () => {
    if (isAnswered) {
      response.destroy()
      return
    }
    over()
    response.off('close', clientLeft)
    if (response.destroyed) return
    if (isTimedOut) return refuse(response, 504)
    if ((isConnected && !isRepeatable) || attempts.count >= maxAttempts) return refuse(response, 502)
    if (upstream.reusedSocket) attempts.needsFresh = true
    else attempts.failed.add(endpoint)
    attempt(pool, request, response, attempts)
  })
}

/** Calls back once the request has a connection: a failure before has used up nothing of the request's body. */
function onConnected(upstream: ClientRequest, connected: () => void): void {
  upstream.once('socket', (socket) => {
    if (socket.connecting) socket.once('connect', connected)
    else connected()
  })
}

const carriesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const textByStatus = {
  502: '502 Bad Gateway: the application did not answer properly.\n',
  503: '503 Service Unavailable: no healthy process of the application is there.\n',
  504: '504 Gateway Timeout: the application did not answer in time.\n',
}

function refuse(response: ServerResponse, status: keyof typeof textByStatus): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const text = textByStatus[status]
  response.writeHead(status, { 'content-type': 'text/plain', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
