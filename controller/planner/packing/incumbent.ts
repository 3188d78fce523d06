import { fillBalanced, fillInOrder, type Fill } from './fill'
import { packFirstFitDecreasing } from './first-fit-decreasing'
import { packGreedily } from './greedy'
import { at, costOf, costTolerance, countsOf, type Bin, type PackingProblem } from './problem'

/** The best packing so far, with its cost. */
export class Incumbent {
  bins: Bin[] = []
  cost = Infinity

  constructor(private readonly problem: PackingProblem) {}

  /** Says whether the packing is now the best. */
  offer(bins: Bin[] | undefined): boolean {
    if (!bins) return false
    const cost = costOf(this.problem, bins)
    if (cost >= this.cost - costTolerance) return false
    this.bins = bins
    this.cost = cost
    return true
  }
}

/** Dearest first. */
export const byValue = (values: ArrayLike<number>): number[] =>
  Array.from({ length: values.length }, (_, index) => index).sort(
    (a, b) => at(values, b) - at(values, a) || a - b,
  )

export const fillsFor = (values: ArrayLike<number>): Fill[] => [
  fillInOrder(byValue(values)),
  fillBalanced(values),
]

/** Several greedy orders under the given values. */
export function* greedyPackings(problem: PackingProblem, values: ArrayLike<number>): Generator<Bin[]> {
  const counts = countsOf(problem)
  for (const fill of fillsFor(values)) {
    const bins = packGreedily(problem, counts, values, fill)
    if (bins) yield bins
  }
}

/** What a rival would run; never to be dearer than that. */
export function* rivalPackings(problem: PackingProblem): Generator<Bin[]> {
  for (const mixes of [false, true]) {
    const bins = packFirstFitDecreasing(problem, mixes)
    if (bins) yield bins
  }
}
