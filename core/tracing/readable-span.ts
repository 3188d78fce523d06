import type * as api from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { allowedAttributes, type Span } from './span'

type Api = typeof api

/** A span as the SDK has it. What clocks of several machines said is put in order: nothing ends before it begins. */
export function toReadableSpan(
  { name, kind, context, parentSpanId, startEpoch, endEpoch, attributes, isFailed }: Span,
  resource: ReadableSpan['resource'],
  { SpanKind, SpanStatusCode, TraceFlags }: Api,
): ReadableSpan {
  const inTrace = (spanId: string) => ({
    traceId: context.traceId,
    spanId,
    traceFlags: context.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  })
  const own = inTrace(context.spanId)
  const end = Math.max(startEpoch, endEpoch)
  return {
    name,
    kind: kind === 'server' ? SpanKind.SERVER : kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
    spanContext: () => own,
    ...(parentSpanId !== undefined && { parentSpanContext: inTrace(parentSpanId) }),
    startTime: toHrTime(startEpoch),
    endTime: toHrTime(end),
    duration: toHrTime(end - startEpoch),
    status: { code: isFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: allowedAttributes(attributes),
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: { name: 'sdo' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

function toHrTime(milliseconds: number): api.HrTime {
  const seconds = Math.trunc(milliseconds / 1000)
  return [seconds, Math.round((milliseconds - seconds * 1000) * 1_000_000)]
}
