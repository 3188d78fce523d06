import type { Clock } from '../../core/time/clock'

/** AWS allows an account five calls a second to Route 53, and the customer's own tools want some of them. */
const callsPerSecond = 0.9
const mostAtOnce = 5
/** Left for changes: who only looks comes again. */
const reserve = 2

/** Holds calls to one account's Route 53 below one a second, some at once where there were none for a while. */
export class Pace {
  private tokens = mostAtOnce
  private countedEpoch: number

  constructor(private readonly clock: Pick<Clock, 'now'>) {
    this.countedEpoch = clock.now()
  }

  /** Whether a call may be made now. */
  take(purpose: 'change' | 'look'): boolean {
    this.refill()
    if (this.tokens < (purpose === 'look' ? reserve : 0) + 1) return false
    this.tokens -= 1
    return true
  }

  /** For an answer that took more calls than one. */
  charge(calls: number): void {
    this.tokens -= calls
  }

  private refill(): void {
    const now = this.clock.now()
    const seconds = Math.max(0, now - this.countedEpoch) / 1000
    this.tokens = Math.min(mostAtOnce, this.tokens + seconds * callsPerSecond)
    this.countedEpoch = now
  }
}
