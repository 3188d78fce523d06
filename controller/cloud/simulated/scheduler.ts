import type { Clock } from '../../../core/clock'

/** Things that happen later, all of them by the injected clock. */
export class Scheduler {
  private readonly ending = new AbortController()

  constructor(private readonly clock: Clock) {}

  /** Aborts when the simulated cloud is closed. */
  get signal(): AbortSignal {
    return this.ending.signal
  }

  /** Does `work` at `epoch`, or soon if that is past, unless `signal` or the scheduler ends before. */
  at(epoch: number, work: () => void | Promise<void>, signal?: AbortSignal): void {
    const ends = signal ? AbortSignal.any([signal, this.signal]) : this.signal
    void this.clock.sleep(Math.max(0, epoch - this.clock.now()), ends).then(() => {
      if (!ends.aborted) return work()
    })
  }

  close(): void {
    this.ending.abort()
  }
}
