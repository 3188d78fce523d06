import { randomBytes } from 'node:crypto'

/** Which trace something belongs to, as W3C Trace Context has it. */
export interface TraceContext {
  /** 32 digits in hex, not all of them 0. */
  traceId: string
  /** Of the span that caused it: 16 digits in hex, not all of them 0. */
  spanId: string
}

const pattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
const longestTraceparent = 200

/** Reads a header or annotation `traceparent`; undefined for one that is none. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  if (text === undefined || text.length > longestTraceparent) return undefined
  const [, traceId, spanId] = pattern.exec(text) ?? []
  return traceId !== undefined && spanId !== undefined ? { traceId, spanId } : undefined
}

/** As the header `traceparent`. Always marked as sampled: whoever exports no spans loses nothing by it. */
export const toTraceparent = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`

export const newSpanId = (): string => randomBytes(8).toString('hex')

/** The context of a request: in the caller's trace if it names one, else in one of its own, whose id is that of the request without dashes. */
export const contextOfRequest = (traceparent: string | undefined, requestId: string): TraceContext => ({
  traceId: parseTraceparent(traceparent)?.traceId ?? requestId.replaceAll('-', ''),
  spanId: newSpanId(),
})
