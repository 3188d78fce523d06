import type { Clock } from '../../core/time/clock'
import { CloudError } from '../../controller/cloud/cloud'

export interface BucketSize {
  size: number
  perSecond: number
}

/** Refuses launches as EC2 does, which has a bucket of tokens for each account. */
export class LaunchBucket {
  private readonly buckets = new Map<string, { tokens: number; epoch: number }>()
  /** How many it refused. */
  refused = 0

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly limit: BucketSize,
  ) {}

  /** @throws CloudError throttled */
  take(accountNumber: string): void {
    const now = this.clock.now()
    const { size, perSecond } = this.limit
    const before = this.buckets.get(accountNumber) ?? { tokens: size, epoch: now }
    const tokens = Math.min(size, before.tokens + ((now - before.epoch) / 1000) * perSecond)
    const isRefused = tokens < 1
    this.buckets.set(accountNumber, { tokens: isRefused ? tokens : tokens - 1, epoch: now })
    if (!isRefused) return
    this.refused += 1
    throw new CloudError('throttled', 'Request limit exceeded (RequestLimitExceeded).')
  }
}
