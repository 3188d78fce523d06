import type { Pass } from './pass'

/** Ids that are recorded and missing from AWS's lists, each with the epoch since when. */
export class Absence {
  private readonly since = new Map<string, number>()

  /**
   * Whether something recorded is gone from the account: the list did not have it, now and in every look since so long ago that it must be
   * visible by now. One look that lacks it proves nothing.
   */
  isProven({ now, limits }: Pass, id: string, listed: readonly { id: string }[]): boolean {
    const isListed = listed.some((thing) => thing.id === id)
    const since = this.since.get(id) ?? now
    const isProven = !isListed && (now - since) / 1000 >= limits.visibilitySeconds
    if (isListed || isProven) this.since.delete(id)
    else this.since.set(id, since)
    return isProven
  }

  isAnyMissed(ids: (string | undefined)[]): boolean {
    return ids.some((id) => id !== undefined && this.since.has(id))
  }

  forget(id: string): void {
    this.since.delete(id)
  }
}
