import { solveKnapsack } from '../pricing/knapsack'
import type { Effort } from '../search/effort'
import { countsOf, withSurplusTimes, type PackingProblem } from '../model/packing-problem'

/**
 * What every choice of instances, and of what is spent on their surplus, must satisfy: however a process is valued, the instances must be able
 * to hold the value of all processes, where a USD of surplus holds some of it too. Scaled so that neither holds more than it costs; `need` is
 * then a lower bound of the cost by itself.
 */
export interface BendersCut {
  /** Value of a process of each group, in USD an hour. */
  values: Float64Array
  /** Of each class, the most value that one instance holds beside what its surplus does. */
  holds: Float64Array
  /** What a USD of surplus holds. */
  surplusHolds: number
  /** Value of all processes. */
  need: number
}

/**
 * @param nodes of search for each class; where they do not suffice, more than it can hold is taken to be held, and the cut stays valid.
 * @param surplusHolds in the unit of the values.
 * @returns undefined where the values are worth nothing.
 */
export function bendersCutFrom(
  problem: PackingProblem,
  values: ArrayLike<number>,
  nodes: number,
  effort?: Effort,
  surplusHolds = 1,
): BendersCut | undefined {
  const counts = countsOf(problem)
  const holds = Float64Array.from(problem.classes, (one) => {
    const instanceClass = withSurplusTimes(one, surplusHolds)
    const filling = solveKnapsack(problem, instanceClass, values, counts, { nodes, level: 'heuristic' })
    effort?.spend(filling.steps * searchingSteps)
    return filling.upperBound
  })
  let need = 0
  counts.forEach((count, group) => {
    need += values[group]! * count
  })
  return scaled(problem, { values: Float64Array.from(values), holds, surplusHolds, need })
}

/** @returns undefined where the values are worth nothing. */
export function scaled(
  { classes }: PackingProblem,
  { values, holds, surplusHolds, need }: BendersCut,
): BendersCut | undefined {
  const hasSurplus = surplusHolds > 0 && classes.some(({ surplus }) => surplus)
  let scale = hasSurplus ? 1 / surplusHolds : Infinity
  classes.forEach(({ price }, index) => {
    const held = holds[index]!
    if (held > 0) scale = Math.min(scale, price / held)
  })
  if (!Number.isFinite(scale) || scale === 0) return undefined
  const times = (figure: number) => figure * scale
  return {
    values: values.map(times),
    holds: holds.map(times),
    surplusHolds: hasSurplus ? times(surplusHolds) : 0,
    need: times(need),
  }
}

/** What a step of these searches counts, so that all effort takes about as long. */
export const searchingSteps = 5
