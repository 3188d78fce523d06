import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../logging/logger'
import type { Clock } from '../time/clock'
import { BoundedExporter } from './bounded-exporter'
import { OutageLog } from './outage-log'
import { toReadableSpan } from './readable-span'
import { createSampler } from './sampler'
import type { Tracing } from './span'
import type { TracingOptions } from './tracing-options'

/** The program whose spans are sent. */
interface TracedProgram {
  /** Unless `OTEL_SERVICE_NAME` says otherwise. */
  serviceName: string
  log: Logger
  clock: Pick<Clock, 'monotonic'>
  limits?: Partial<TracingLimits>
}

export interface TracingLimits {
  /** Spans that are kept at most until the collector has taken them; further ones are lost. */
  mostSpans: number
  mostSpansPerExport: number
  /** How long a span waits for others to be sent with. */
  delayMilliseconds: number
  exportMilliseconds: number
  /** How long `stop` takes at most. */
  stopMilliseconds: number
}

const usualLimits: TracingLimits = {
  mostSpans: 2048,
  mostSpansPerExport: 512,
  delayMilliseconds: 2000,
  exportMilliseconds: 10_000,
  stopMilliseconds: 3000,
}

/**
 * Sends spans by OTLP over HTTP to the collector that the variables name, or nowhere. The SDK is loaded when there is a collector, and
 * never before, and nothing of it is made global.
 */
export async function startTracing(
  options: TracingOptions,
  { serviceName, log, clock, limits }: TracedProgram,
): Promise<Tracing | undefined> {
  const endpoint = options.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  const { mostSpans, mostSpansPerExport, delayMilliseconds, exportMilliseconds, stopMilliseconds } = {
    ...usualLimits,
    ...limits,
  }
  const [api, sdk, otlp, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const outage = new OutageLog(log, clock)
  const exporter: SpanExporter = new otlp.OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: options.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMillis: exportMilliseconds,
    concurrencyLimit: Math.ceil(mostSpans / mostSpansPerExport),
  })
  const bounded = new BoundedExporter(exporter, outage, { mostSpans, milliseconds: exportMilliseconds * 1.5 })
  const processor = new sdk.BatchSpanProcessor(bounded, {
    maxQueueSize: mostSpans,
    maxExportBatchSize: mostSpansPerExport,
    scheduledDelayMillis: delayMilliseconds,
    exportTimeoutMillis: exportMilliseconds * 2,
  })
  const resource = resources.resourceFromAttributes({
    'service.name': options.OTEL_SERVICE_NAME ?? serviceName,
  })
  let isStopped = false
  return {
    isSampled: createSampler(options, api, sdk),
    record(span) {
      if (isStopped || !span.context.isSampled || !bounded.hasRoom()) return
      processor.onEnd(toReadableSpan(span, resource, api) satisfies ReadableSpan)
    },
    async stop() {
      isStopped = true
      const bound = new AbortController()
      const timer = setTimeout(() => bound.abort(), stopMilliseconds)
      const isOver = new Promise((resolve) => bound.signal.addEventListener('abort', resolve))
      // What fails was said in the log.
      await Promise.race([processor.shutdown().catch(() => undefined), isOver])
      clearTimeout(timer)
    },
  }
}
