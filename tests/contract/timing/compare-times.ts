/** How long two cases took that nobody may tell apart, in milliseconds, round by round. */
export interface Times {
  known: number[]
  unknown: number[]
}

export interface Comparison {
  /** Median over the rounds, in milliseconds; positive when the known case takes longer. */
  difference: number
  /** The share of rounds in which the known case took longer: 0.5 when the two are alike, 0 or 1 when one is always slower. */
  share: number
  /** Whether somebody who measures could learn which is which. */
  isTelling: boolean
}

/** A difference that a network hides, and that a busy machine makes by itself. */
const smallestDifferenceMs = 4

/** As a part of what a request takes: argon2, which is what a mistake would leave out, is nearly all of it. */
const smallestPart = 0.25

/** How far from a half the share may be by chance: of 36 rounds it is 3.6 standard deviations (sign test). */
const shareByChance = 0.3

/**
 * Compares the two of each round, which were made one right after the other, so that a machine that is busy for a while slows
 * both. It tells only when both hold: the median difference is more than noise makes, and nearly every round agrees, which a
 * few slow requests do not change.
 */
export function compareTimes({ known, unknown }: Times): Comparison {
  const differences = known.map((time, round) => time - (unknown[round] ?? Number.NaN))
  const difference = median(differences)
  const share = differences.filter((each) => each > 0).length / differences.length
  const least = Math.max(smallestDifferenceMs, smallestPart * Math.min(median(known), median(unknown)))
  const isTelling = Math.abs(difference) > least && Math.abs(share - 0.5) > shareByChance
  return { difference, share, isTelling }
}

/** Of as many standard deviations chance makes one comparison in 16,000. */
const deviationsByChance = 4

/**
 * Compares the two of each round by which took longer, and not by how much (sign test). With hundreds of rounds it finds what is
 * far below the noise of each; a machine that is busy slows either in as many rounds.
 */
export function compareOrder({ known, unknown }: Times): Pick<Comparison, 'share' | 'isTelling'> {
  const longer = known.filter((time, round) => time > (unknown[round] ?? Number.NaN)).length
  const share = longer / known.length
  const isTelling = Math.abs(share - 0.5) > (deviationsByChance * 0.5) / Math.sqrt(known.length)
  return { share, isTelling }
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2
}

interface Cases {
  known: () => Promise<unknown>
  unknown: () => Promise<unknown>
}

interface SampleOptions {
  prepare?: Cases
  now?: () => number
}

/** What this process has worked so far, in milliseconds: unlike time it does not pass while others have the machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const nothing = () => Promise.resolve()

/**
 * Takes `count` samples of each case, one after the other, in an order that changes, so that what slows one slows both.
 *
 * @param options `prepare` is done before each and is not measured; `now`, in milliseconds, is the clock
 */
export async function sampleTimes(
  cases: Cases,
  count: number,
  { prepare = { known: nothing, unknown: nothing }, now = () => performance.now() }: SampleOptions = {},
): Promise<Times> {
  const times: Times = { known: [], unknown: [] }
  // The first of each pays for what is made once.
  await cases.known()
  await cases.unknown()
  for (let round = 0; round < count; round++)
    for (const name of round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      await prepare[name]()
      const startedAt = now()
      await cases[name]()
      times[name].push(now() - startedAt)
    }
  return times
}
