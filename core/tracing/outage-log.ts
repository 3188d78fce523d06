import { logOccurrence } from '../logging/occurrences'
import type { Logger } from '../logging/logger'
import type { Clock } from '../time/clock'

/** A collector that comes and goes is told of this often at most. */
const quietMilliseconds = 60_000

/** Says in the log, once each, that spans do not reach the collector and that they do again, with how many were lost. */
export class OutageLog {
  private lost = 0
  private sinceEpoch: number | undefined
  private saidEpoch = -Infinity
  private isSaid = false

  constructor(
    private readonly log: Logger,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** Spans that nobody will see, whatever the reason. */
  addLost(spans: number): void {
    this.lost += spans
  }

  failed(reason: string, spans: number): void {
    this.addLost(spans)
    if (this.sinceEpoch !== undefined) return
    const now = this.clock.monotonic()
    this.sinceEpoch = now
    if (now - this.saidEpoch < quietMilliseconds) return
    this.saidEpoch = now
    this.isSaid = true
    logOccurrence(this.log, 'tracing.outage', { reason }, 'warn')
  }

  succeeded(): void {
    if (this.sinceEpoch === undefined) return
    const seconds = Math.round((this.clock.monotonic() - this.sinceEpoch) / 1000)
    this.sinceEpoch = undefined
    if (!this.isSaid) return
    this.isSaid = false
    logOccurrence(this.log, 'tracing.recovery', { seconds, lost: this.lost })
    this.lost = 0
  }
}
