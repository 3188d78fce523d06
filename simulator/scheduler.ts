import { setMaxListeners } from 'node:events'
import type { Clock } from '../core/time/clock'
import type { Logger } from '../core/logging/logger'

/** Things that happen later, all of them by the injected clock. */
export class Scheduler {
  private readonly ending = new AbortController()

  constructor(
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    setMaxListeners(0, this.ending.signal)
  }

  /** Aborts when the simulated cloud is closed. */
  get signal(): AbortSignal {
    return this.ending.signal
  }

  /** Does `work` at `epoch`, or soon if that is past, unless `signal` or the scheduler ends before. */
  at(epoch: number, work: () => void | Promise<void>, signal?: AbortSignal): void {
    const ends = signal ? AbortSignal.any([signal, this.signal]) : this.signal
    this.inBackground(async () => {
      await this.clock.sleep(Math.max(0, epoch - this.clock.now()), ends)
      if (!ends.aborted) await work()
    })
  }

  /** Does `work` without anybody waiting for it; a failure is logged. */
  inBackground(work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      this.logger.error({ err: error }, 'something in the simulated AWS failed')
    })
  }

  close(): void {
    this.ending.abort()
  }
}
