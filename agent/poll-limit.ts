import { shortestPollMilliseconds } from '../core/process/process-promises'
import type { Clock } from '../core/time/clock'

/** Counts the polls of one endpoint of one process. */
export interface PollLimit {
  /** Whether this poll comes too soon after the last one that was answered; if not, it is answered. */
  isTooSoon(): boolean
}

export function createPollLimit(clock: Pick<Clock, 'monotonic'>): PollLimit {
  let answeredAt: number | undefined
  return {
    isTooSoon() {
      const now = clock.monotonic()
      if (answeredAt !== undefined && now - answeredAt < shortestPollMilliseconds) return true
      answeredAt = now
      return false
    },
  }
}
