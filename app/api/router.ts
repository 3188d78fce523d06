import { requestMessages } from '../messages/request-messages'
import type { z } from 'zod'
import { callShape, parseBoundedJson } from '../input/bounded-json'
import { andMore, DomainError, firstFaults, invalid, notFound, type ErrorCode } from '../../core/errors'
import type { Logger } from '../../core/logging/logger'
import { findUnstorableText } from '../input/storable-text'
import { messages } from '../messages/messages'
import { toProblem } from '../http/problem/problem'
import { fieldErrorsOf } from '../input/rule'
import { requireAccess } from '../services/access/access'
import type { Actor } from '../services/actor/actor'
import type { Stream } from '../services/following/follow'
import type { Services } from '../services/services'
import { answerFile, answerJson, fileHeaders } from './answer'
import { answerEvents } from './answer-events'
import { answerPieces, type Pieces } from './answer-pieces'
import { createPathFinder } from '../http/request/path-finder'
import { createCallAuthenticator } from '../http/authentication/authenticator'
import { patientReader, type Reader } from '../http/request/reader'
import type { Session } from '../http/request/session'
import { failingAs, isWrite, type Call } from './call'
import { callMessages } from '../messages/call-messages'

/** The caller: who makes a call, and how the answer may change that. */
interface ApiCaller {
  services: Services
  /** The actor of the session. @throws DomainError `unavailable` while nobody can tell */
  readonly actor: Actor
  requestId: string
  /** The address as it was asked for, where a router on the way has changed it. */
  address?: URL
  /** Absent where no connection is. */
  reader?: Reader
  log: Logger
  countRefusal?(code: ErrorCode): void
  setSession(session: Session | undefined): void
  /** Refuses what another site may have caused. Absent where no browser asks. */
  requireSameSite?(): void
}

/**
 * Answers every call of `table`. A trailing slash makes no difference. Failures are a Problem with its status: 404 for an
 * unknown path or an id that cannot exist, 405 with Allow for another method, 415 for a body that is not said to be JSON, 400 with
 * `fields` for a wrong body or query.
 */
export function createApi(table: Call[]) {
  const find = finderOf(table)
  return async (request: Request, caller: ApiCaller): Promise<Response> => {
    const url = caller.address ?? new URL(request.url)
    let call: Call | undefined
    try {
      const { calls, params } = find(url.pathname)
      call = calls.find(({ method }) => method === request.method)
      if (!call)
        return refuseMethod(
          calls.map(({ method }) => method),
          caller,
        )
      return await run(call, params, { request, url, caller })
    } catch (failure) {
      const { status: usual, body } = toProblem(failure, caller)
      const status = call?.statuses?.[body.code] ?? usual
      const problem = { ...body, ...failingAs(messages.callFailed)(body), ...call?.describeFailure?.(body) }
      return answerJson(problem, { status, ...(status === 503 && { headers: { 'Retry-After': '2' } }) })
    }
  }
}

/**
 * Makes the function that finds the calls of a path, by different methods. A path that is spelled out is that path and no other, also for
 * methods that only
 * `…/{id}` has, which would match it too.
 *
 * @throws DomainError `not-found`
 */
function finderOf(table: Call[]): (path: string) => { calls: Call[]; params: Record<string, string> } {
  const paths = [...new Set(table.map(({ path }) => path))]
  const find = createPathFinder(
    paths.map((path): [string, Call[]] => [path, table.filter((call) => call.path === path)]),
  )
  return (path) => {
    const found = find(path)
    if (!found) throw new DomainError('not-found', callMessages.unknown)
    return { calls: found.value, params: decodeParams(found.params) }
  }
}

function decodeParams(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]),
    )
  } catch (cause) {
    throw new DomainError('not-found', callMessages.unknown, { cause })
  }
}

function refuseMethod(allowed: string[], caller: ApiCaller): Response {
  const message = callMessages.methodNotAllowed(allowed)
  const { status, body } = toProblem(new DomainError('method-not-allowed', message), caller)
  return answerJson(body, { status, headers: { Allow: allowed.join(', ') } })
}

/** What a call without a body says, for all who read it. */
const nothing = '{}'

interface Making {
  request: Request
  url: URL
  caller: ApiCaller
}

async function run(
  call: Call,
  rawParams: Record<string, string>,
  { request, url, caller }: Making,
): Promise<Response> {
  const actor = requireAccess(caller.actor, call.access)
  if (call.method === 'GET' && isWrite(call)) caller.requireSameSite?.()
  const params = call.params?.safeParse(rawParams)
  if (params?.success === false || findUnstorableText(rawParams) !== undefined) throw notFound('It')
  const query = call.query && check(call.query, Object.fromEntries(url.searchParams))
  const text = call.method === 'GET' ? '' : (await readText(request)) || nothing
  const body = call.body && check(call.body, parseBoundedJson(text, callShape))
  const reader = caller.reader ?? patientReader(request.signal)
  const answer = await call.run({
    services: caller.services,
    actor,
    params: params?.data,
    query,
    body,
    get request() {
      return call.method === 'GET' ? request : new Request(request, { body: text })
    },
    get logins() {
      return createCallAuthenticator(caller.services, actor)
    },
    reader,
    submissionId: readSubmissionId(request, call),
    setSession: (session) => caller.setSession(session),
  })
  // Through its schema, so that nothing leaves that the document does not name.
  if (call.events) return answerEvents(answer as Stream, { schemas: call.events, reader, log: caller.log })
  const { downloadAs = '', mediaType } = call
  if (call.isInPieces)
    return answerPieces(answer as Pieces, {
      headers: fileHeaders(downloadAs, mediaType),
      reader,
      log: caller.log,
    })
  const content = call.response.parse(answer)
  return downloadAs === '' ? answerJson(content) : answerFile(content, downloadAs, mediaType)
}

const longestKey = 255

/** The caller's key for this call. The same key with another call is another submission. */
function readSubmissionId(request: Request, { method, path, takesKey }: Call): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length > longestKey) {
    throw new DomainError('invalid', callMessages.keyTooLong(longestKey))
  }
  return takesKey && `${method} ${path} ${key}`
}

function check<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input, { error: explain })
  const unstorable = parsed.success ? findUnstorableText(parsed.data) : undefined
  if (parsed.success && unstorable === undefined) return parsed.data
  const faults = parsed.success
    ? { [unstorable || 'body']: requestMessages.unstorable }
    : fieldErrorsOf(parsed.error)
  const { fields, more } = firstFaults(faults)
  const named = Object.entries(fields).map(([field, fault]) => `${field}: ${fault}`)
  throw invalid(callMessages.inputWrong(`${named.join('; ')}${andMore(more)}`), faults)
}

/** In words for whoever makes the call. Other faults keep the message of their schema. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_union') return 'This is none of the forms that the call takes.'
  if (issue.code !== 'invalid_type') return undefined
  return issue.input === undefined ? 'This is required.' : `This must be of the type ${issue.expected}.`
}

/**
 * The body; empty when there is none. Only what says that it is JSON is read: what a page of another site can send without asking
 * first is called something else.
 *
 * @throws DomainError `unsupported-type`
 */
async function readText(request: Request): Promise<string> {
  const text = (await request.text()).trim()
  if (text === '' || isJson(request.headers.get('content-type') ?? '')) return text
  throw new DomainError('unsupported-type', callMessages.bodyNotSaidJson)
}

const isJson = (contentType: string) => contentType.split(';')[0]?.trim().toLowerCase() === 'application/json'
