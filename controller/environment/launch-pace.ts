/** AWS takes so many launches of an account at once, and so many a second after that, unless it says otherwise. */
const atOnce = 5
const perSecondAtMost = 2
/** However often it refuses, launches go on. */
const perSecondAtLeast = 0.1

interface Bucket {
  tokens: number
  perSecond: number
  epoch: number
}

/**
 * How many launches an account may be asked for now, over all of its environments: more than AWS takes would be refused, and what else is
 * asked for with it. Each refusal halves the pace, and each launch mends it a little. It is the customer's limit as well.
 */
export class LaunchPace {
  private readonly buckets = new Map<string, Bucket>()

  constructor(private readonly clock: { now(): number }) {}

  /** Takes up to `wanted` launches. @returns how many may be made now */
  take(accountNumber: string, wanted: number): number {
    if (wanted === 0) return 0
    const bucket = this.bucketOf(accountNumber)
    const granted = Math.min(wanted, Math.floor(bucket.tokens))
    bucket.tokens -= granted
    return granted
  }

  noteLaunch(accountNumber: string): void {
    const bucket = this.bucketOf(accountNumber)
    bucket.perSecond = Math.min(perSecondAtMost, bucket.perSecond * 1.1)
  }

  noteThrottle(accountNumber: string): void {
    const bucket = this.bucketOf(accountNumber)
    bucket.tokens = 0
    bucket.perSecond = Math.max(perSecondAtLeast, bucket.perSecond / 2)
  }

  private bucketOf(accountNumber: string): Bucket {
    const now = this.clock.now()
    const bucket = this.buckets.get(accountNumber) ?? {
      tokens: atOnce,
      perSecond: perSecondAtMost,
      epoch: now,
    }
    bucket.tokens = Math.min(atOnce, bucket.tokens + ((now - bucket.epoch) / 1000) * bucket.perSecond)
    bucket.epoch = now
    this.buckets.set(accountNumber, bucket)
    return bucket
  }
}
