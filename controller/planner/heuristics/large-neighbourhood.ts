import type { Effort } from '../search/effort'
import { aggregatedItemsOf } from './aggregated-items'
import { cheapestFirst, solveSetPartitioning } from './set-partitioning'
import { costOf, numbersOf, worthOf, type Bin, type PackingProblem } from '../model/packing-problem'

/**
 * Packs what a few instances hold anew at the least cost, again and again, and keeps what is not dearer. Instances that waste much of their
 * price are taken most often: no more can be saved than what they waste.
 * @param duals of a process of each group, under which no instance holds more than it costs.
 */
export function searchLargeNeighbourhoods(
  problem: PackingProblem,
  start: Bin[],
  duals: ArrayLike<number>,
  effort: Effort,
  random: () => number,
): Bin[] {
  const classes = cheapestFirst(problem)
  let bins = start
  while (bins.length > 0 && effort.spend(stepsPerTry)) {
    const picked = pick(problem, bins, duals, random)
    const removed = bins.filter((_, index) => picked.has(index))
    const kept = bins.filter((_, index) => !picked.has(index))
    const used = numbersOf(problem, kept)
    const parcels = aggregatedItemsOf(problem, removed, duals, random)
    const { bins: anew, steps } = solveSetPartitioning(
      classes,
      parcels,
      costOf(problem, removed),
      used,
      random,
    )
    effort.spend(steps)
    if (anew) bins = [...kept, ...anew]
  }
  return bins
}

function pick(
  problem: PackingProblem,
  bins: Bin[],
  duals: ArrayLike<number>,
  random: () => number,
): Set<number> {
  const order = bins
    .map(({ classIndex, content }, index) => {
      const { price } = problem.classes[classIndex]!
      const waste = Math.max(0, price - worthOf(content, duals)) + price * leastWaste
      // So each comes first with a probability in proportion to its waste.
      return { index, rank: -Math.log(1 - random()) / waste }
    })
    .sort((a, b) => a.rank - b.rank)
  return new Set(order.slice(0, 2 + Math.floor(random() * mostMore)).map(({ index }) => index))
}

const stepsPerTry = 300
const leastWaste = 0.005
const mostMore = 4
