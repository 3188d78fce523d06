import type { Clock } from '../../core/time/clock'
import { refusal } from '../refusal'
import { TokenBuckets, type BucketSize } from '../token-buckets'

/** Refuses launches as EC2 does, which has a bucket of tokens for each account. */
export class LaunchBucket {
  private readonly buckets: TokenBuckets
  /** How many it refused. */
  refused = 0

  constructor(
    clock: Pick<Clock, 'now'>,
    private readonly limit: BucketSize,
  ) {
    this.buckets = new TokenBuckets(clock)
  }

  /** @throws CloudError throttled */
  take(accountNumber: string): void {
    if (this.buckets.take(accountNumber, this.limit)) return
    this.refused += 1
    throw refusal('RequestLimitExceeded', 'Request limit exceeded.')
  }
}
