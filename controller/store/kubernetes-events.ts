import { randomBytes } from 'node:crypto'
import { type EventsV1Api, PatchStrategy, setHeaderOptions, V1MicroTime } from '@kubernetes/client-node'
import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import { TroubleLog } from '../../core/logging/trouble-log'
import { apiVersion, group, traceIdAnnotation } from '../../core/resources/metadata'
import { EventSeries, type Series } from '../runtime/event-series'
import { statusCodeOf, toUnknownError } from './kubernetes-errors'
import type { Notice, Subject } from './store'

/** A count is brought up to date this often at most. */
const countMilliseconds = 10_000
/** More that wait are told to nobody. */
const mostWaiting = 500
/** Kubernetes takes this much of a note. */
const longestNoteBytes = 1024

interface KubernetesEventsOptions {
  namespace: string
  /** Name of the reporting process. */
  instance: string
  clock: Clock
  log: Logger
}

interface Reported {
  subject: Subject
  /** Name of the Event, once it was made. */
  name: string | undefined
  sentEpoch: number
}

/**
 * Tells people what happens to a resource, as Events of Kubernetes. Nobody waits for them, and nothing depends on them: what cannot be told
 * is dropped, with a warning in the log.
 */
export class KubernetesEvents {
  private readonly series = new EventSeries()
  private readonly reported = new WeakMap<Series, Reported>()
  private readonly waiting = new Set<Series>()
  private readonly stopping = new AbortController()
  private readonly trouble: TroubleLog
  private awake = new AbortController()
  private isSending = false
  private running: Promise<void> | undefined

  constructor(
    private readonly api: Pick<EventsV1Api, 'createNamespacedEvent' | 'patchNamespacedEvent'>,
    private readonly options: KubernetesEventsOptions,
  ) {
    this.trouble = new TroubleLog(options.log, options.clock, {
      trouble:
        'Events of Kubernetes cannot be written: nobody sees them with kubectl, and nothing else depends on it',
      recovery: 'Events of Kubernetes are written again',
    })
  }

  record(subject: Subject, { reason, message, isWarning, traceId }: Notice): void {
    if (this.stopping.signal.aborted || this.waiting.size >= mostWaiting) return
    const occurrence = { subject: subject.metadata.uid, reason, message, isWarning, traceId }
    const series = this.series.add(occurrence, this.options.clock.now())
    if (!series) return
    if (!this.reported.has(series)) this.reported.set(series, { subject, name: undefined, sentEpoch: 0 })
    this.waiting.add(series)
    this.awake.abort()
    if (!this.isSending) this.running = this.sendAll()
  }

  /** Ends; notices that still wait are lost. */
  async close(): Promise<void> {
    this.stopping.abort()
    this.awake.abort()
    await this.running
  }

  private async sendAll(): Promise<void> {
    const { clock } = this.options
    this.isSending = true
    while (this.waiting.size > 0 && !this.stopping.signal.aborted) {
      const [next, ...others] = [...this.waiting]
      if (!next) return
      const first = others.reduce(
        (soonest, one) => (this.dueAt(one) < this.dueAt(soonest) ? one : soonest),
        next,
      )
      const milliseconds = this.dueAt(first) - clock.now()
      if (milliseconds > 0) {
        this.awake = new AbortController()
        await clock.sleep(milliseconds, this.awake.signal)
        continue
      }
      this.waiting.delete(first)
      await this.send(first)
    }
    this.isSending = false
  }

  private dueAt(series: Series): number {
    const { name, sentEpoch } = this.reportOf(series)
    return name === undefined ? 0 : sentEpoch + countMilliseconds
  }

  private async send(series: Series): Promise<void> {
    const report = this.reportOf(series)
    report.sentEpoch = this.options.clock.now()
    try {
      if (report.name === undefined) report.name = await this.create(series, report)
      else await this.patch(series, report.name)
      this.trouble.recovered()
    } catch (error) {
      // It is kept for an hour only; whatever the matter is, what happens next is told anew.
      report.name = undefined
      if (statusCodeOf(error) !== 404) this.trouble.failed(toUnknownError(error).message)
    }
  }

  private async create(series: Series, { subject: { kind, metadata } }: Reported): Promise<string> {
    const { namespace, instance } = this.options
    const { reason, message, isWarning, traceId } = series.occurrence
    const name = `${metadata.name}.${randomBytes(8).toString('hex')}`
    const { uid, resourceVersion } = metadata
    await this.api.createNamespacedEvent({
      namespace,
      body: {
        metadata: { name, namespace, ...(traceId && { annotations: { [traceIdAnnotation]: traceId } }) },
        regarding: { apiVersion, kind, name: metadata.name, namespace, uid, resourceVersion },
        eventTime: new V1MicroTime(series.firstEpoch),
        type: isWarning ? 'Warning' : 'Normal',
        reason,
        action: 'Reconcile',
        note: cut(message),
        reportingController: `${group}/controller`,
        reportingInstance: instance,
        ...(series.count > 1 && {
          series: { count: series.count, lastObservedTime: new V1MicroTime(series.lastEpoch) },
        }),
      },
    })
    return name
  }

  private async patch({ count, lastEpoch }: Series, name: string): Promise<void> {
    const lastObservedTime = new Date(lastEpoch).toISOString().replace('Z', '000Z')
    await this.api.patchNamespacedEvent(
      { namespace: this.options.namespace, name, body: { series: { count, lastObservedTime } } },
      setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
    )
  }

  private reportOf(series: Series): Reported {
    const report = this.reported.get(series)
    if (!report) throw new Error('A series was never recorded.')
    return report
  }
}

function cut(message: string): string {
  if (Buffer.byteLength(message) <= longestNoteBytes) return message
  const kept = new TextDecoder('utf8').decode(Buffer.from(message).subarray(0, longestNoteBytes - 8))
  return `${kept.replace(/\uFFFD+$/, '')}…`
}
