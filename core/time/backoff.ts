export interface BackoffLimits {
  /** Longest first pause. */
  baseMilliseconds: number
  /** Longest pause at all. */
  capMilliseconds: number
}

/**
 * Milliseconds to wait after the `failures`-th failure in a row (from 1): doubles up to the cap, then a random half is
 * taken off, so that many clients that failed together do not come back together.
 *
 * @param random gives numbers in [0, 1)
 */
export function backoffMilliseconds(failures: number, limits: BackoffLimits, random: () => number): number {
  const ceiling = Math.min(limits.capMilliseconds, limits.baseMilliseconds * 2 ** Math.min(failures - 1, 30))
  return Math.round(ceiling * (0.5 + random() / 2))
}

/** `value` plus or minus up to a tenth, so that periodic work of many clients spreads out. */
export const withJitter = (value: number, random: () => number): number => value * (0.9 + random() / 5)
