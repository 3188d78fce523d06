import { countsOf, type Bin, type PackingProblem } from '../model/packing-problem'
import { fillBalanced, fillInOrder, type Fill } from '../pricing/greedy-fill'
import { packFirstFitDecreasing } from './first-fit-decreasing'
import { packGreedily } from './greedy'

/** Dearest first. */
export const byValue = (duals: ArrayLike<number>): number[] =>
  Array.from({ length: duals.length }, (_, index) => index).sort((a, b) => duals[b]! - duals[a]! || a - b)

const fillsFor = (duals: ArrayLike<number>): Fill[] => [fillInOrder(byValue(duals)), fillBalanced(duals)]

/** Several greedy orders under the given duals. */
export function* greedyPackings(problem: PackingProblem, duals: ArrayLike<number>): Generator<Bin[]> {
  const counts = countsOf(problem)
  for (const fill of fillsFor(duals)) {
    const bins = packGreedily(problem, counts, duals, fill)
    if (bins) yield bins
  }
}

/** What a rival would run; never to be dearer than that. */
export function* rivalPackings(problem: PackingProblem, isLate: () => boolean): Generator<Bin[]> {
  for (const mixes of [false, true]) {
    const bins = packFirstFitDecreasing(problem, mixes, isLate)
    if (bins) yield bins
  }
}
