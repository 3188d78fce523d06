import type { Fill } from '../pricing/greedy-fill'
import {
  corners,
  costOfBin,
  costTolerance,
  isAllowed,
  isWithinCaps,
  needsOf,
  shareUsedIn,
  worthOf,
  type Bin,
  type Counts,
  type PackingProblem,
} from '../model/packing-problem'
import { holds, totalLoad } from '../model/sizes'
import { hourlyCost } from '../model/tariff'

interface Offer extends Bin {
  cost: number
  /** Value held per USD. */
  worth: number
}

/**
 * The greedy heuristic for set covering (Chvátal 1979): again and again the instance that holds most value for its price, filled by `fill`
 * and taken as often as it can be filled alike. Before each, it is noted what one instance for all the rest would cost, and the cheapest
 * such ending is taken.
 * @param used of each class, how many are taken already (counts against its limit).
 * @returns undefined where something fits nowhere.
 */
export function packGreedily(
  problem: PackingProblem,
  counts: Counts,
  duals: ArrayLike<number>,
  fill: Fill,
  used?: ArrayLike<number>,
): Bin[] | undefined {
  const remaining = Int32Array.from(counts)
  const left = problem.classes.map(({ limit }, index) => limit - (used ? used[index]! : 0))
  const bins: Bin[] = []
  const share = shareUsedIn(problem)
  const offerNow = (classIndex: number) => offerOf(problem, share, classIndex, remaining, duals, fill)
  const offers = problem.classes.map((_, index) => offerNow(index))
  let cost = 0
  let bestCost = Infinity
  let bestLength = 0
  let bestEnding: Bin | undefined
  const rest = totalLoad(problem.groups, remaining)
  const largest = { cpu: largestOf(problem, 'cpu'), memory: largestOf(problem, 'memory') }
  while (!isEmpty(remaining)) {
    const ending = holds(largest, rest) ? cheapestHolding(problem, remaining, left) : undefined
    const endingCost = ending ? cost + costOfBin(problem, ending) : Infinity
    if (endingCost < bestCost - costTolerance) {
      bestCost = endingCost
      bestLength = bins.length
      bestEnding = ending
    }
    const offer = bestOffer(offers, remaining, left, offerNow)
    if (!offer) break
    const times = Math.max(1, Math.min(timesAvailable(offer.content, remaining), left[offer.classIndex]!))
    for (let time = 0; time < times; time++) {
      bins.push({ classIndex: offer.classIndex, content: Int32Array.from(offer.content) })
      cost += offer.cost
    }
    left[offer.classIndex]! -= times
    const taken = totalLoad(problem.groups, offer.content)
    rest.cpu -= taken.cpu * times
    rest.memory -= taken.memory * times
    take(remaining, offer.content, times)
    if (cost >= bestCost) break
  }
  if (isEmpty(remaining) && cost < bestCost) return bins
  return bestEnding ? [...bins.slice(0, bestLength), bestEnding] : undefined
}

function offerOf(
  problem: PackingProblem,
  share: number,
  classIndex: number,
  remaining: Counts,
  duals: ArrayLike<number>,
  fill: Fill,
): Offer {
  const offers = corners(problem.classes[classIndex]!, share).map((corner) => {
    const content = new Int32Array(problem.groups.length)
    fill(problem, corner, remaining, content)
    const cost = costOfBin(problem, { classIndex, content })
    return { classIndex, content, cost, worth: worthOf(content, duals) / cost }
  })
  return offers.reduce((best, one) => (one.worth > best.worth ? one : best))
}

/** Offers only get worse while processes are taken away, so only the best one needs to be made anew. */
function bestOffer(
  offers: Offer[],
  remaining: Counts,
  left: number[],
  offerNow: (classIndex: number) => Offer,
): Offer | undefined {
  for (;;) {
    let best: Offer | undefined
    for (const offer of offers)
      if (offer.worth > 0 && left[offer.classIndex]! > 0 && (!best || offer.worth > best.worth)) best = offer
    if (!best || timesAvailable(best.content, remaining) > 0) return best
    offers[best.classIndex] = offerNow(best.classIndex)
  }
}

function timesAvailable(content: Int32Array, remaining: Counts): number {
  let times = Infinity
  for (let group = 0; group < content.length; group++) {
    const count = content[group]!
    if (count > 0) times = Math.min(times, Math.floor(remaining[group]! / count))
  }
  return times
}

function take(remaining: Counts, content: Int32Array, times: number): void {
  for (let group = 0; group < content.length; group++) remaining[group]! -= content[group]! * times
}

const largestOf = ({ classes }: PackingProblem, dimension: 'cpu' | 'memory') =>
  classes.reduce((most, one) => Math.max(most, one[dimension]), 0)

export const isEmpty = (counts: Counts): boolean => counts.every((count) => count === 0)

/** The cheapest single instance that holds all of the content, of the classes of which any are left. */
export function cheapestHolding(problem: PackingProblem, content: Counts, left: number[]): Bin | undefined {
  const { classes, groups } = problem
  const needed = totalLoad(groups, content)
  const needs = needsOf(problem, content)
  if (!needs) return undefined
  let best = -1
  let least = Infinity
  classes.forEach((one, index) => {
    if (!holds(one, needed) || left[index]! <= 0 || !isAllowed(one, needs)) return
    if (!isWithinCaps(problem, one, content)) return
    const cost = hourlyCost(one, needed.cpuUsed)
    if (cost >= least) return
    best = index
    least = cost
  })
  return best < 0 ? undefined : { classIndex: best, content: Int32Array.from(content) }
}
