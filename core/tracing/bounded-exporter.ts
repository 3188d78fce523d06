import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { OutageLog } from './outage-log'

type Done = Parameters<SpanExporter['export']>[1]

interface Bounds {
  /** Spans that wait or are under way at most. */
  mostSpans: number
  /** After which an export counts as failed, however the collector drags it out. */
  milliseconds: number
}

/** `exporter`, kept to its bounds, whose failures are told in the log and to nobody else. */
export class BoundedExporter implements SpanExporter {
  private kept = 0

  constructor(
    private readonly exporter: SpanExporter,
    private readonly outage: OutageLog,
    private readonly bounds: Bounds,
  ) {}

  /** Takes the place of one more span; false: it is lost. */
  hasRoom(): boolean {
    if (this.kept >= this.bounds.mostSpans) {
      this.outage.addLost(1)
      return false
    }
    this.kept += 1
    return true
  }

  export(spans: ReadableSpan[], done: Done): void {
    let isOver = false
    const settle: Done = (result) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      this.kept -= spans.length
      if (result.code === succeeded) this.outage.succeeded()
      else this.outage.failed(reasonOf(result.error), spans.length)
      done(result)
    }
    const timer = setTimeout(
      () => settle({ code: failed, error: new Error('Request timed out') }),
      this.bounds.milliseconds,
    ).unref()
    try {
      this.exporter.export(spans, settle)
    } catch (error) {
      settle({ code: failed, error: error instanceof Error ? error : undefined })
    }
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.()
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown()
  }
}

// Of `ExportResultCode`, which is not there before the SDK is loaded.
const succeeded = 0
const failed = 1

/** In words of a fixed list: what a collector answers may be anything. */
function reasonOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'number') return `HTTP ${code}`
  if (typeof code === 'string' && /^[A-Z_\d]{1,40}$/.test(code)) return code
  return message === 'Request timed out' ? 'ETIMEDOUT' : 'Unavailable'
}
