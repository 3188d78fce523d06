import { createHash, randomBytes } from 'node:crypto'

/** The trace that something belongs to, as W3C Trace Context has it. */
export interface TraceContext {
  /** 32 digits in hex, not all of them 0. */
  traceId: string
  /** Id of the span that caused it: 16 digits in hex, not all of them 0. */
  spanId: string
  /** Whether whoever exports spans exports those of this trace. */
  isSampled: boolean
}

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]([0-9a-f])(-.*)?$/
const longestTraceparent = 200

/** Reads a header or annotation `traceparent`; undefined for one that is none. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  if (text === undefined || text.length > longestTraceparent) return undefined
  const [, traceId, spanId, flags] = pattern.exec(text) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Writes the header `traceparent`. */
export const toTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

const newSpanId = (): string => randomBytes(8).toString('hex')

/** The id of a span that several processes know by its names, whoever of them exports it. */
export const spanIdOf = (...names: string[]): string =>
  createHash('sha256').update(names.join('/')).digest('hex').slice(0, 16)

/** A place under `context` in its trace. */
export const childOf = (context: TraceContext, spanId = newSpanId()): TraceContext => ({ ...context, spanId })

/**
 * The context of a request: in the caller's trace if it names one, else in one of its own, whose id is that of the request without dashes and
 * which is sampled: whoever exports no spans loses nothing by it. Its span has the random end of the request's id.
 */
export function contextOfRequest(traceparent: string | undefined, requestId: string): TraceContext {
  const caller = parseTraceparent(traceparent)
  const id = requestId.replaceAll('-', '')
  return {
    traceId: caller?.traceId ?? id,
    spanId: id.slice(16),
    isSampled: caller?.isSampled ?? true,
  }
}

/** The context of a deployment in the trace of the request that asked for it; undefined where no request did. */
export function contextOfDeployment(
  traceparent: string | null | undefined,
  id: string,
): TraceContext | undefined {
  const request = parseTraceparent(traceparent ?? undefined)
  return request && childOf(request, spanIdOf('deployment', id))
}
