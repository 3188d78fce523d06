import { backoffMilliseconds, type BackoffLimits } from '../../core/time/backoff'
import type { Clock } from '../../core/time/clock'

/** Work that takes longer than that is taken for hanging. Usual work ends in a few seconds; a call that AWS never answers takes 30. */
export const slowMilliseconds = 15_000

/** Short enough at its longest that a Spot warning, two minutes ahead, is still acted on. */
const pauses: BackoffLimits = { baseMilliseconds: 10_000, capMilliseconds: 60_000 }

interface BreakerOptions {
  clock: Pick<Clock, 'monotonic'>
  random: () => number
  /** How much work of one owner may be under way at once while nothing hangs. */
  perOwner: number
}

/**
 * A circuit breaker for each owner of work. Closed, an owner may do `perOwner` things at once. Work that hangs opens it: the owner waits,
 * longer each time in a row, then may try one thing at a time (half-open) until one ends in good time.
 */
export class Breakers {
  private readonly open = new Map<string, { inARow: number; until: number }>()

  constructor(private readonly options: BreakerOptions) {}

  /** Owners whose work hung when it was tried last. */
  get size(): number {
    return this.open.size
  }

  /** How much work of the owner may be under way at once now. */
  allowance(owner: string): number {
    const breaker = this.open.get(owner)
    if (!breaker) return this.options.perOwner
    return this.options.clock.monotonic() < breaker.until ? 0 : 1
  }

  /** The time until which the owner has to wait, in that of the clock that is never set. */
  heldUntil(owner: string): number {
    return this.open.get(owner)?.until ?? 0
  }

  /** Hears how long work of the owner took. @returns for how long the owner waits because of it, in milliseconds; undefined if it need not */
  observe(owner: string, milliseconds: number): number | undefined {
    if (milliseconds < slowMilliseconds) {
      this.open.delete(owner)
      return undefined
    }
    const inARow = (this.open.get(owner)?.inARow ?? 0) + 1
    const pause = backoffMilliseconds(inARow, pauses, this.options.random)
    this.open.set(owner, { inARow, until: this.options.clock.monotonic() + pause })
    return pause
  }
}
