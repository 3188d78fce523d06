import { at, countsOf, type Bin, type PackingProblem } from '../model/packing-problem'
import { fillBalanced, fillInOrder, type Fill } from '../pricing/greedy-fill'
import { packFirstFitDecreasing } from './first-fit-decreasing'
import { packGreedily } from './greedy'

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
export function* rivalPackings(problem: PackingProblem, isLate: () => boolean): Generator<Bin[]> {
  for (const mixes of [false, true]) {
    const bins = packFirstFitDecreasing(problem, mixes, isLate)
    if (bins) yield bins
  }
}
