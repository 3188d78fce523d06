/** Of each process that serves: what it used by what it asks for; undefined where that was not measured, or not while it served. */
export type Shares = readonly (number | undefined)[]

/** What a minute asked of all processes together, in the unit of the target. */
export interface MinuteLoad {
  /** Its beginning. */
  epoch: number
  /** Processes are added for it. */
  least: number
  /** Processes are removed down to it; absent while there may be more than is known. */
  most?: number
  /** What that is of each process that serves, for people. */
  used: number
}

/**
 * What processes used in a minute, in processes that are busy all the time; undefined where none was measured. Who was not counts as idle
 * in the least, and as busy in the most. Nobody counts for more than all that it asked for, whatever an agent says.
 */
export function loadOfShares(epoch: number, shares: Shares): MinuteLoad | undefined {
  const measured = shares.flatMap((share) => (share === undefined ? [] : Math.min(Math.max(share, 0), 1)))
  if (measured.length === 0) return undefined
  const least = measured.reduce((sum, share) => sum + share, 0)
  return { epoch, least, most: least + shares.length - measured.length, used: least / measured.length }
}
