import type { Clock } from '../core/time/clock'

export interface BucketSize {
  /** The most tokens in it, and how many are in it at first. */
  size: number
  perSecond: number
}

/** Buckets of tokens that fill by the clock, by their names. */
export class TokenBuckets {
  private readonly buckets = new Map<string, { tokens: number; epoch: number }>()

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Takes a token out of a bucket. @returns whether there was one */
  take(name: string, { size, perSecond }: BucketSize): boolean {
    const now = this.clock.now()
    const before = this.buckets.get(name) ?? { tokens: size, epoch: now }
    const tokens = Math.min(size, before.tokens + (Math.max(0, now - before.epoch) / 1000) * perSecond)
    const isTaken = tokens >= 1
    this.buckets.set(name, { tokens: isTaken ? tokens - 1 : tokens, epoch: now })
    return isTaken
  }
}
