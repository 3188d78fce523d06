/** Allows `size` things at once, and one more after each `refillMilliseconds`. */
export class TokenBucket {
  private tokens: number
  private countedAt: number | undefined

  constructor(
    private readonly size: number,
    private readonly refillMilliseconds: number,
  ) {
    this.tokens = size
  }

  /** Whether one more is allowed at `now`, in milliseconds of any clock that only goes on; if so it is taken. */
  take(now: number): boolean {
    const passed = Math.max(0, now - (this.countedAt ?? now))
    this.tokens = Math.min(this.size, this.tokens + passed / this.refillMilliseconds)
    this.countedAt = now
    if (this.tokens < 1) return false
    this.tokens -= 1
    return true
  }
}
