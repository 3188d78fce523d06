import type { Effort } from '../search/effort'
import { aggregatedItemsOf } from './aggregated-items'
import { cheapestFirst, solveSetPartitioning } from './set-partitioning'
import {
  costOf,
  costOfBin,
  numbersOf,
  worthOf,
  type Bin,
  type PackingProblem,
} from '../model/packing-problem'
import { tuned } from '../search/strategy'

const { fewest, most, leastWaste } = tuned.largeNeighbourhoods

export interface LargeNeighbourhoodsInput {
  problem: PackingProblem
  /** To start from. */
  bins: Bin[]
  /** Under which no instance holds more than it costs. */
  duals: ArrayLike<number>
  effort: Effort
  random: () => number
}

/**
 * Large neighbourhood search (Shaw, "Using constraint programming and local search methods to solve vehicle routing problems", 1998) that
 * repairs to the optimum: packs what a few instances hold anew at the least cost, again and again, and keeps what is not dearer. Instances
 * that waste much of their price are taken most often: no more can be saved than what they waste.
 */
export function searchLargeNeighbourhoods(input: LargeNeighbourhoodsInput): Bin[] {
  const { problem, duals, effort, random } = input
  const classes = cheapestFirst(problem)
  let { bins } = input
  while (bins.length > 0 && effort.spend(stepsPerTry)) {
    const picked = pick(problem, bins, duals, random)
    const removed = bins.filter((_, index) => picked.has(index))
    const kept = bins.filter((_, index) => !picked.has(index))
    const { bins: repaired, steps } = solveSetPartitioning({
      classes,
      items: aggregatedItemsOf(problem, removed, duals, random),
      groups: problem.groups,
      budget: costOf(problem, removed),
      used: numbersOf(problem, kept),
      random,
    })
    effort.spend(steps)
    if (repaired) bins = [...kept, ...repaired]
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
    .map((bin, index) => {
      const cost = costOfBin(problem, bin)
      const waste = Math.max(0, cost - worthOf(bin.content, duals)) + cost * leastWaste
      // So each comes first with a probability in proportion to its waste.
      return { index, rank: -Math.log(1 - random()) / waste }
    })
    .sort((a, b) => a.rank - b.rank)
  return new Set(
    order.slice(0, fewest + Math.floor(random() * (most - fewest + 1))).map(({ index }) => index),
  )
}

const stepsPerTry = 300
