/** How long two cases took that nobody may tell apart, in milliseconds. */
export interface Times {
  known: number[]
  unknown: number[]
}

export interface Comparison {
  /** Of the medians, in milliseconds; positive when the known case takes longer. */
  difference: number
  /** The share of pairs in which the known case took longer: 0.5 when the two are alike, 0 or 1 when one is always slower. */
  dominance: number
  /** Whether somebody who measures could learn which is which. */
  isTelling: boolean
}

/** A difference that a network hides, and that a busy machine makes by itself. */
const smallestDifferenceMs = 4

/** As a share of what a request takes: argon2, which is what a mistake would leave out, is nearly all of it. */
const smallestShare = 0.25

/** How far the two may be apart by chance: with 40 samples each, 0.5 ± 0.25 is four standard deviations (Mann-Whitney). */
const dominanceByChance = 0.25

/**
 * Compares interleaved samples. Both have to hold before it tells: the medians lie apart by more than noise does, and the
 * ranks of the samples do (Mann-Whitney's U), which a few slow requests do not change.
 */
export function compareTimes({ known, unknown }: Times): Comparison {
  const difference = median(known) - median(unknown)
  const longer = known.flatMap((a) => unknown.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  const dominance = longer.reduce((sum, each) => sum + each, 0) / longer.length
  const least = Math.max(smallestDifferenceMs, smallestShare * Math.min(median(known), median(unknown)))
  const isTelling = Math.abs(difference) > least && Math.abs(dominance - 0.5) > dominanceByChance
  return { difference, dominance, isTelling }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2
}

/** Takes `count` samples of each case, one after the other, in an order that changes, so that what slows one slows both. */
export async function sampleTimes(
  cases: { known: () => Promise<unknown>; unknown: () => Promise<unknown> },
  count: number,
): Promise<Times> {
  const times: Times = { known: [], unknown: [] }
  // The first of each pays for what is made once.
  await cases.known()
  await cases.unknown()
  for (let round = 0; round < count; round++)
    for (const name of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const startedAt = performance.now()
      await cases[name]()
      times[name].push(performance.now() - startedAt)
    }
  return times
}
