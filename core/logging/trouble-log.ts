import type { Clock } from '../time/clock'
import type { Logger } from './logger'

/** How often a trouble that stays is said again. */
const repeatMilliseconds = 60_000

/** Says that something fails as soon as it does, again when the reason changes, then once a minute; and when it is over. */
export class TroubleLog {
  private said: { reason: string; at: number } | undefined
  private failures = 0

  constructor(
    private readonly log: Logger,
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly words: { trouble: string; recovery: string },
  ) {}

  failed(reason: string, fields: Record<string, unknown> = {}): void {
    this.failures += 1
    const at = this.clock.monotonic()
    if (this.said?.reason === reason && at - this.said.at < repeatMilliseconds) return
    this.said = { reason, at }
    this.log.warn({ ...fields, failures: this.failures, reason }, this.words.trouble)
  }

  recovered(fields: Record<string, unknown> = {}): void {
    if (this.said) this.log.info({ ...fields, failures: this.failures }, this.words.recovery)
    this.said = undefined
    this.failures = 0
  }
}
