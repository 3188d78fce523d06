import type { Clock } from './clock'

/** Lets one loop sleep until somebody rings or its time is up. A ring while nobody waits is answered by the next wait. */
export class Doorbell {
  private rung = new AbortController()

  ring(): void {
    this.rung.abort()
  }

  /** Resolves with whether it rang within `milliseconds`. */
  async wait(clock: Clock, milliseconds: number): Promise<boolean> {
    await clock.sleep(milliseconds, this.rung.signal)
    if (!this.rung.signal.aborted) return false
    this.rung = new AbortController()
    return true
  }
}
