import type { Logger } from '../../core/logging/logger'
import { TroubleLog } from '../../core/logging/trouble-log'
import type { Liveness } from '../../core/observability/liveness'
import type { Clock } from '../../core/time/clock'

/** Says whether the place of the leases answers: one report for all leases, so that one of many that is refused is not lost among the others. */
export class LeaseHealth {
  private reason: string | undefined
  private readonly trouble: TroubleLog

  constructor(
    log: Logger,
    clock: Clock,
    private readonly liveness: Liveness | undefined,
  ) {
    this.trouble = new TroubleLog(log, clock, {
      trouble: 'The leases cannot be had: this process cannot lead',
      recovery: 'The leases answer again',
    })
  }

  /** Notes that something of the leases failed since the last report. */
  note(reason: string): void {
    this.reason ??= reason
  }

  report(): void {
    if (this.reason === undefined) {
      this.liveness?.progressed()
      this.trouble.recovered()
    } else {
      this.liveness?.failed(this.reason)
      this.trouble.failed(this.reason)
    }
    this.reason = undefined
  }
}
