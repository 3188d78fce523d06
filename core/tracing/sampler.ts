import type * as api from '@opentelemetry/api'
import type * as sdk from '@opentelemetry/sdk-trace-base'
import type { Tracing } from './span'
import type { TracingOptions } from './tracing-options'

type Api = typeof api
type Sdk = typeof sdk

/** Decides as the variables say, in the SDK's own manner. Portal and controller agree, because the decision travels with the trace. */
export function createSampler(
  { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: ratio = 1 }: TracingOptions,
  { ROOT_CONTEXT, SpanKind, TraceFlags, trace }: Api,
  { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, SamplingDecision, TraceIdRatioBasedSampler }: Sdk,
): Tracing['isSampled'] {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  const root = roots[name.replace('parentbased_', '') as keyof typeof roots]()
  const sampler = name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
  return (traceId, caller) => {
    const context = caller
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: caller.traceId,
          spanId: caller.spanId,
          traceFlags: caller.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          isRemote: true,
        })
      : ROOT_CONTEXT
    const { decision } = sampler.shouldSample(context, traceId, '', SpanKind.SERVER, {}, [])
    return decision === SamplingDecision.RECORD_AND_SAMPLED
  }
}
