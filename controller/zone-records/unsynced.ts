import type { Clock } from '../../core/time/clock'

/** Changes of one account that not every name server knows yet, and how long such changes take. */
export class Unsynced {
  private readonly sinceById = new Map<string, number>()

  /** At which age asking about a change is likely to be worth the call. */
  worthwhileMs = firstGuessMilliseconds

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** How many changes are asked about. */
  get count(): number {
    const limit = this.clock.now() - forgottenMilliseconds
    for (const [id, since] of this.sinceById) {
      if (since > limit) break
      this.sinceById.delete(id)
    }
    return this.sinceById.size
  }

  add(id: string): void {
    if (!this.sinceById.has(id)) this.sinceById.set(id, this.clock.now())
  }

  remove(id: string): void {
    this.sinceById.delete(id)
  }

  /** @param ms the age at which a change was asked about, and was known to every name server or not yet */
  learn(ms: number, isInSync: boolean): void {
    if (isInSync) this.worthwhileMs = Math.min(this.worthwhileMs, ms) * (1 - earlier)
    else if (ms >= this.worthwhileMs) this.worthwhileMs = ms * (1 + later)
  }
}

/** Age at which a change is forgotten that nobody asks about. */
const forgottenMilliseconds = 10 * 60_000
/** AWS speaks of a minute, and mostly needs half of it. */
const firstGuessMilliseconds = 30_000
/** Shift of the estimate that makes one call in ten or so too early, so that it follows when changes take less. */
const earlier = 0.01
const later = 0.1
