import { RecentMap } from './recent-map'
import { TokenBucket } from './token-bucket'

/** Something that happened to a subject, for people. */
export interface Occurrence {
  /** Whatever it is about, by an id that nothing else ever has. */
  subject: string
  reason: string
  message: string
  isWarning: boolean
  /** The trace that it belongs to. */
  traceId?: string
}

/** Occurrences that are one and the same, or that were too many to be told one by one. */
export interface Series {
  readonly occurrence: Occurrence
  readonly firstEpoch: number
  count: number
  lastEpoch: number
}

/** After a pause this long the same is news again. */
const pauseMilliseconds = 10 * 60_000
/** How many events one subject may have at once, before it has one more so often. */
const burst = 25
const refillMilliseconds = 12_000
const mostSeries = 2_000

/**
 * Finds the series that an occurrence belongs to. The same again is counted, not repeated; of a subject that has more to say than people
 * can read, what is new is counted with the last of its reason.
 */
export class EventSeries {
  /** Series in the order in which they were last added to. */
  private readonly series = new RecentMap<string, Series>(mostSeries)
  private readonly budgets = new RecentMap<string, TokenBucket>(mostSeries)

  /** @returns the series, of which `count` is 1 if it is new; undefined if there is room for it nowhere */
  add(occurrence: Occurrence, now: number): Series | undefined {
    const { subject, reason, message, isWarning, traceId } = occurrence
    const key = JSON.stringify([subject, isWarning, reason, message, traceId])
    const present = this.series.get(key)
    if (present && now - present.lastEpoch <= pauseMilliseconds) return this.count(key, present, now)
    if (!this.budgetOf(subject).take(now)) return this.addToLast(occurrence, now)
    const begun = { occurrence, firstEpoch: now, lastEpoch: now, count: 1 }
    this.series.keep(key, begun)
    return begun
  }

  private addToLast({ subject, reason }: Occurrence, now: number): Series | undefined {
    const last = [...this.series].findLast(
      ([, { occurrence }]) => occurrence.subject === subject && occurrence.reason === reason,
    )
    return last && this.count(...last, now)
  }

  private count(key: string, series: Series, now: number): Series {
    series.count += 1
    series.lastEpoch = now
    this.series.keep(key, series)
    return series
  }

  private budgetOf(subject: string): TokenBucket {
    const budget = this.budgets.get(subject) ?? new TokenBucket(burst, refillMilliseconds)
    this.budgets.keep(subject, budget)
    return budget
  }
}
