import { isOurs } from '../../core/aws/ownership'
import type { Tagged } from '../cloud/cloud'
import type { Pass } from './pass'

/** Ids that are recorded and missing from AWS's lists. */
export class Absence {
  /** Each with the epoch since when. */
  private readonly since = new Map<string, number>()
  /** Those that are there by their ids. */
  private readonly unlisted = new Set<string>()

  /**
   * Whether something recorded is gone from the account: the list did not have it, now and in every look since so long ago that it must be
   * visible by now, and AWS does not know its id either. One look that lacks it proves nothing. `sayUntagged` hears once of what is there
   * and is not marked as ours any more.
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
    if (found && !isOurs(found.tags) && !this.unlisted.has(id)) sayUntagged()
    this.since.delete(id)
    if (found) this.unlisted.add(id)
    else this.unlisted.delete(id)
    return found === undefined
  }

  isAnyMissed(ids: (string | undefined)[]): boolean {
    return ids.some((id) => id !== undefined && this.since.has(id))
  }

  forget(id: string): void {
    this.since.delete(id)
    this.unlisted.delete(id)
  }
}
