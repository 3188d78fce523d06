import type { QuotaName } from '../services/quotas/quotas'
import { z } from 'zod'
import { longest } from '../../core/text/longest'
import { boundedText } from '../input/bounded'
import type { ErrorCode } from '../../core/errors'
import type { Message } from '../../core/messages/declare-messages'
import type { Access, ActorByAccess } from '../services/access/access'
import type { AuditAction } from '../services/audit/audit-actions'
import type { ProtectionRule } from '../services/access/protection'
import type { CallAuthenticator } from '../http/authentication/authenticator'
import { toldAs, type Problem } from '../http/problem/problem'
import type { Reader } from '../http/request/reader'
import type { Session } from '../http/request/session'
import type { Stream } from '../services/following/follow'
import type { Services } from '../services/services'
import type { Pieces } from './answer-pieces'

export type { Access }

interface CallContext<A extends Access, Params, Query, Body> {
  services: Services
  actor: ActorByAccess[A]
  params: Params
  query: Query
  body: Body
  /** The call as it came, and what lets its sender in by it. */
  readonly request: Request
  readonly reader: Reader
  readonly logins: CallAuthenticator
  /** Value of the Idempotency-Key header, for `once`; undefined where the call takes none. */
  submissionId: string | undefined
  /** Makes the answer sign the caller in or (undefined) out. */
  setSession(session: Session | undefined): void
}

type WritingMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Method = 'GET' | WritingMethod

/** The entry that a write leaves in the audit log of the team, or why it leaves none. */
type Recorded = AuditAction | { unrecorded: string }

/**
 * A call of /v1, and the whole truth about it. The router, the OpenAPI document, the authorization matrix test and the
 * cross-site check are derived from the table of these.
 */
export interface Call<
  A extends Access = Access,
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Response = unknown,
> {
  /** Its method and path: `GET /v1/environment/{id}/status`. */
  name: string
  method: Method
  /** With `{name}` for parameters, without a trailing slash: `/v1/environment/{id}/status`. */
  path: string
  summary: string
  access: A
  /** What becomes of it where the environment that it is about, or would deploy to, is protected; `free` where it is left out. */
  inProtected?: ProtectionRule
  /**
   * What it leaves in the audit log, where it writes; `reads` where it does not, though its method does not say so. A GET that has it makes
   * something, as programs know it, and is checked against other sites as every write is.
   */
  audit?: Recorded | 'reads'
  /** Makes what there must not be twice: with an Idempotency-Key it is done once, and answers ever after as it did then. */
  takesKey?: true
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  response: z.ZodType<Response>
  /** The limits of a team that it counts toward. */
  quotas?: readonly QuotaName[]
  /** How the service may refuse besides what follows from access, params, query, body and quotas; for the document. */
  refusals?: readonly ErrorCode[]
  /** Statuses that the product's own list of messages gives to refusals of this call, in the place of those that every call gives. */
  statuses?: Partial<Record<ErrorCode, number>>
  /** The call's own words and facts of a failure, besides those that every call gives. */
  describeFailure?(problem: Problem): Partial<Problem>
  /** A file to save under this name instead of an ordinary JSON answer. */
  downloadAs?: string
  /** Type of the file that the call answers when it is not JSON; `response` is then a string, its contents. */
  mediaType?: string
  /** The file is made while it is read. `run` then gives Pieces. */
  isInPieces?: true
  /** Its answer is a stream of server-sent events instead: what each of them holds, by its name. `run` then gives a Stream. */
  events?: Record<string, z.ZodType>
  run(context: CallContext<A, Params, Query, Body>): Promise<Response>
}

/** Whether a call makes or changes something. */
export const isWrite = ({ audit }: Pick<Call, 'audit'>): boolean => audit !== undefined && audit !== 'reads'

/** Parameters of a call about one thing. An id that is no UUID names nothing: 404. */
export const idParams = z.object({ id: z.uuid() })

/** The field by which a call that writes settings says which ones it was made of. */
export const readRevision = {
  revision: boundedText(longest.line)
    .optional()
    .describe(
      'The `revision` that the settings were read at. Where somebody changed them since, the call is refused with 409. Without it the last write wins.',
    ),
}

/** Said in the summary of every call that changes settings of which it need not be sent all. */
export const leftOutStays =
  'A field that is left out stays as it is; `null` empties one that may be empty, and so does an empty list or map.'

/** Tells a failure of ours as `message`. */
export const failingAs =
  (told: Message) =>
  ({ code }: Problem): Partial<Problem> =>
    code === 'internal' ? toldAs(told) : {}

/** Says of a failure of ours that it is one. */
export const asSystemError = ({ code }: Problem): Partial<Problem> =>
  code === 'internal' || code === 'unavailable' ? { systemError: true } : {}

/** A call without what its first line says. */
type Declaration<A extends Access, Params, Query, Body, Response> = Omit<
  Call<A, Params, Query, Body, Response>,
  'name' | 'method' | 'path' | 'audit'
>

/** A call whose name the compiler knows, so that what is said of calls elsewhere is said of each. */
export type NamedCall<Name extends string> = Call & { name: Name }
type AuditedCall<Name extends string, Audit> = NamedCall<Name> & { audit: Audit }

/** Names of those of the calls that make or change something. */
export type WriteNameOf<SomeCall> = SomeCall extends { name: infer Name; audit: Recorded } ? Name : never

/**
 * An entry of the table; its types are checked against each other.
 *
 * @param name method and path: `GET /v1/environment/{id}/status`
 */
export function defineCall<
  Name extends `GET /v1/${string}`,
  A extends Access,
  Response,
  Params = undefined,
  Query = undefined,
  Audit extends Recorded | undefined = undefined,
>(
  name: Name,
  call: Declaration<A, Params, Query, undefined, Response> & { audit?: Audit },
): AuditedCall<Name, Audit>
export function defineCall<
  Name extends `${WritingMethod} /v1/${string}`,
  A extends Access,
  Response,
  Audit extends Recorded | 'reads',
  Params = undefined,
  Query = undefined,
  Body = undefined,
>(
  name: Name,
  call: Declaration<A, Params, Query, Body, Response> & { audit: Audit },
): AuditedCall<Name, Audit>
export function defineCall(name: string, call: Omit<Call, 'name' | 'method' | 'path'>): Call {
  const [method, path] = name.split(' ')
  return { name, method, path, ...call } as unknown as Call
}

/** An entry of the table whose answer is a text that may be larger than what a process can hold, piece by piece. */
export const defineLargeFile = <
  Name extends `GET /v1/${string}`,
  A extends Access,
  Params = undefined,
  Query = undefined,
>(
  name: Name,
  {
    run,
    ...call
  }: Omit<
    Call<A, Params, Query, undefined, Pieces>,
    'name' | 'method' | 'path' | 'audit' | 'response' | 'isInPieces'
  > & {
    downloadAs: string
    mediaType: string
  },
): NamedCall<Name> =>
  defineCall<Name, A, unknown, Params, Query>(name, {
    ...call,
    run,
    response: z.string(),
    isInPieces: true,
  })

/** An event of a stream, whose `data` is JSON. */
const eventSchema = z.object({ event: z.string().optional(), id: z.string().optional(), data: z.string() })

/** An entry of the table whose answer is a stream of `events`. */
export const defineStream = <
  Name extends `GET /v1/${string}`,
  A extends Access,
  Params = undefined,
  Query = undefined,
>(
  name: Name,
  {
    events,
    run,
    ...call
  }: Omit<
    Call<A, Params, Query, undefined, Stream>,
    'name' | 'method' | 'path' | 'audit' | 'response' | 'events'
  > & {
    events: Record<string, z.ZodType>
  },
): NamedCall<Name> =>
  defineCall<Name, A, unknown, Params, Query>(name, {
    ...call,
    events,
    run,
    response: eventSchema,
    mediaType: 'text/event-stream',
    refusals: ['throttled', ...(call.refusals ?? [])],
  })
