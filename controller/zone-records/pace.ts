import type { Clock } from '../../core/time/clock'

/** AWS allows an account five calls a second to Route 53, and the customer's own tools want some of them. */
const callsPerSecond = 0.9
const mostInASecond = 4
/** Calls that were not made are saved up, so that one change alone can be followed closely: for ten minutes the mean stays below one a second. */
const mostSaved = 55
/**
 * Left for the others: who only looks comes again, and who begins more while much is under way waits for what is to end. Who looks why a
 * change was refused borrows: else it would only be tried, and refused, again.
 */
const reserve = { look: 2, yield: 1, change: 0, settle: -1 }

/** The pace of calls to each account's Route 53, by account number. */
export class Paces {
  private readonly paces = new Map<string, Pace>()

  /** @param share of the whole pace, above 0 and up to 1: others may call for the same accounts */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly share: () => number = () => 1,
  ) {}

  of(accountNumber: string): Pace {
    const pace = this.paces.get(accountNumber) ?? new Pace(this.clock, this.share)
    this.paces.set(accountNumber, pace)
    return pace
  }
}

/** Holds calls to one account's Route 53 below one a second, more of them where there were few for a while. */
export class Pace {
  private tokens: number
  private countedEpoch: number
  /** Times of the calls in the last second. */
  private recent: number[] = []

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly share: () => number,
  ) {
    this.tokens = mostSaved * share()
    this.countedEpoch = clock.now()
  }

  /** Whether a call may be made now. */
  take(purpose: keyof typeof reserve): boolean {
    this.refill()
    const now = this.clock.now()
    this.recent = this.recent.filter((epoch) => Math.abs(now - epoch) < 1000)
    if (this.tokens < reserve[purpose] + 1 || this.recent.length >= this.mostInASecond) return false
    this.tokens -= 1
    this.recent.push(now)
    return true
  }

  /** For an answer that took more calls than one. */
  charge(calls: number): void {
    this.tokens -= calls
  }

  private refill(): void {
    const now = this.clock.now()
    const seconds = Math.max(0, now - this.countedEpoch) / 1000
    const share = this.share()
    this.tokens = Math.min(mostSaved * share, this.tokens + seconds * callsPerSecond * share)
    this.countedEpoch = now
  }

  private get mostInASecond(): number {
    return Math.max(1, Math.floor(mostInASecond * this.share()))
  }
}
