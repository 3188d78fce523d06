import type { TraceContext } from './trace-context'

/**
 * All that a span may say beside its name and times, and of each what it is, for people. Ids, numbers and words of fixed lists: nothing
 * that anybody typed.
 */
export const spanAttributes = {
  'http.request.method': 'method of the request; `_OTHER` where nobody answers it',
  'http.route': 'pattern of its path',
  'http.response.status_code': 'status of the answer; absent where the client did not wait for it',
  'sdo.request_id': 'request id, as in the log',
  'sdo.environment': 'id of the environment',
  'sdo.deployment': 'id of the deployment',
  'sdo.sequence': 'number of the deployment in its environment',
  'sdo.application': 'id of the application',
  'sdo.process': 'id of the process',
  'sdo.instance': 'token that the instance was launched with',
  'sdo.instance_id': 'name that AWS gave the instance',
  'sdo.instance_type': 'type of the instance',
  'sdo.zone': 'availability zone',
  'sdo.market': '`spot` or `on-demand`',
  'sdo.outcome':
    '`success`, or the code or kind of the refusal; of a deployment `live`, `failed` or `stopped`',
  'sdo.calls_left_out': 'calls of the pass that have no span, because there were too many',
} as const

export type SpanAttributes = Partial<Record<keyof typeof spanAttributes, string | number>>

/** Some work that is over. */
export interface Span {
  /** Name of the operation, one of few: never an id. */
  name: string
  /** `server` where somebody asked us, `client` where we asked somebody. */
  kind?: 'server' | 'client'
  /** Its own place in the trace. */
  context: TraceContext
  /** The span that it is part of; absent: the trace begins with it. */
  parentSpanId?: string
  /** Milliseconds since the epoch. */
  startEpoch: number
  endEpoch: number
  attributes: SpanAttributes
  isFailed?: boolean
}

/** Takes spans. Whoever has none sends none, and spends no time on it. */
export interface Tracing {
  /** Whether a trace is exported that begins here, or that the caller began. */
  isSampled(traceId: string, caller: TraceContext | undefined): boolean
  /** Returns at once and never fails. */
  record(span: Span): void
  /** Sends what is left, as far as that takes a few seconds. */
  stop(): Promise<void>
}

/** Longest value of an attribute: ids, words and routes are shorter. */
const longestValue = 200

/** `attributes` without what a span must not say, whoever put it there. */
export const allowedAttributes = (attributes: SpanAttributes): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      Object.hasOwn(spanAttributes, name) && value !== undefined
        ? [[name, typeof value === 'string' ? value.slice(0, longestValue) : value]]
        : [],
    ),
  )
