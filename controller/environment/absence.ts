import { isOurs } from '../../core/aws/ownership'
import type { Tagged } from '../cloud/cloud'
import type { Pass } from './pass'

/** Ids that are recorded and missing from AWS's lists. */
export class Absence {
  /** Each with the epoch since when. */
  private readonly since = new Map<string, number>()
  /** Those that are there by their ids. */
  private readonly unlisted = new Set<string>()
  /** Those that were made lately and that no list has shown yet, each with the epoch since when. */
  private readonly unconfirmed = new Map<string, number>()

  /** Tells which ids were recorded just now: for minutes AWS may deny that it knows what it has made. */
  recordMade(ids: (string | undefined)[], { now }: Pass): void {
    for (const id of ids) if (id !== undefined) this.unconfirmed.set(id, now)
  }

  /** Whether a look is due because no list has shown one of them since it was made. */
  isAnyUnconfirmed(ids: (string | undefined)[]): boolean {
    return ids.some((id) => id !== undefined && this.unconfirmed.has(id))
  }

  /**
   * Whether something recorded is gone from the account: the list did not have it, now and in every look since so long ago that it must be
   * visible by now, and AWS does not know its id either. One look that lacks it proves nothing. For what was made lately and never listed,
   * not knowing the id proves nothing either. `sayUntagged` hears once of what is there and is not marked as ours any more.
   */
  async isProven(
    { now, limits }: Pass,
    id: string,
    listed: readonly { id: string }[],
    find: () => Promise<Tagged | undefined>,
    sayUntagged: () => void,
  ): Promise<boolean> {
    if (listed.some((thing) => thing.id === id)) {
      this.forget(id)
      return false
    }
    const since = this.since.get(id) ?? now
    if (!this.unlisted.has(id) && (now - since) / 1000 < limits.visibilitySeconds) {
      this.since.set(id, since)
      return false
    }
    const found = await find()
    const madeEpoch = this.unconfirmed.get(id)
    if (!found && madeEpoch !== undefined && (now - madeEpoch) / 1000 < limits.goneSeconds) {
      this.since.set(id, since)
      return false
    }
    if (found && !isOurs(found.tags) && !this.unlisted.has(id)) sayUntagged()
    this.forget(id)
    if (found) this.unlisted.add(id)
    return found === undefined
  }

  isAnyMissed(ids: (string | undefined)[]): boolean {
    return ids.some((id) => id !== undefined && this.since.has(id))
  }

  forget(id: string): void {
    this.since.delete(id)
    this.unlisted.delete(id)
    this.unconfirmed.delete(id)
  }
}
