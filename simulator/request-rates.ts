import type { Clock } from '../core/time/clock'
import type { Rate } from './profiles/profile'
import { refusal } from './refusal'
import { TokenBuckets } from './token-buckets'

/** Refuses what an account calls more often than its rates let it. */
export class RequestRates {
  private readonly buckets: TokenBuckets
  /** How many calls of each action it refused. */
  readonly refused = new Map<string, number>()

  constructor(
    clock: Pick<Clock, 'now'>,
    private readonly rates: readonly Rate[],
  ) {
    this.buckets = new TokenBuckets(clock)
  }

  /** @throws CloudError throttled */
  take(accountNumber: string, action: string): void {
    const rate = this.rates.find(({ actions }) => actions.test(action))
    if (!rate) return
    const bucket = rate.isShared ? String(rate.actions) : action
    if (this.buckets.take(`${accountNumber}/${bucket}`, rate)) return
    this.refused.set(action, (this.refused.get(action) ?? 0) + 1)
    throw refusal(
      rate.code,
      rate.code === 'RequestLimitExceeded' ? 'Request limit exceeded.' : 'Rate exceeded',
    )
  }
}
