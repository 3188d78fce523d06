/** The penalty of a pool when it last let us down. */
export interface Penalty {
  penalty: number
  /** Epoch of its last raise, in milliseconds. */
  epoch: number
}

/** Penalty that each kind of disappointment adds. */
export const disappointments = { interruption: 1, refusal: 0.5, rebalance: 0.25 } as const
export type Disappointment = keyof typeof disappointments

/** After so long half of it is forgotten: Spot capacity that was taken back is seldom there again within hours. */
const halfLifeMilliseconds = 3 * 3_600_000
const highest = 16
/** Less than this is nothing. */
const least = 0.05
/** A Spot pool is left out as long as its penalty is this high: three hours after one interruption, at most fifteen after many. */
const avoided = 0.5

/** A penalty decayed until `now`: never negative, never more than before, and 0 in the end. Clocks may step back. */
export function penaltyAt({ penalty, epoch }: Penalty, now: number): number {
  const present = penalty * 2 ** (-Math.max(0, now - epoch) / halfLifeMilliseconds)
  return present < least ? 0 : present
}

/** The penalty after another disappointment, which weighs the more the worse the pool was already. */
export function raised(before: Penalty | undefined, what: Disappointment, now: number): Penalty {
  const present = before ? penaltyAt(before, now) : 0
  return { penalty: Math.min(highest, present * 2 + disappointments[what]), epoch: now }
}

export const isAvoided = (penalty: Penalty, now: number): boolean => penaltyAt(penalty, now) >= avoided
