import { solveKnapsack } from '../pricing/knapsack'
import type { Effort } from '../search/effort'
import { countsOf, type PackingProblem } from '../model/packing-problem'

/**
 * What every choice of instances must satisfy: however a process is valued, the instances must be able to hold the value of all processes.
 * Scaled so that no class holds more than it costs; `need` is then a lower bound of the cost by itself.
 */
export interface BendersCut {
  /** Value of a process of each group, in USD an hour. */
  values: Float64Array
  /** Of each class, the most value that one instance holds. */
  holds: Float64Array
  /** Value of all processes. */
  need: number
}

/**
 * @param nodes of search for each class; where they do not suffice, more than it can hold is taken to be held, and the cut stays valid.
 * @returns undefined where the values are worth nothing.
 */
export function bendersCutFrom(
  problem: PackingProblem,
  values: ArrayLike<number>,
  nodes: number,
  effort?: Effort,
): BendersCut | undefined {
  const counts = countsOf(problem)
  const holds = Float64Array.from(problem.classes, (instanceClass) => {
    const filling = solveKnapsack(problem, instanceClass, values, counts, { nodes, level: 'heuristic' })
    effort?.spend(filling.steps * searchingSteps)
    return filling.upperBound
  })
  let need = 0
  counts.forEach((count, group) => {
    need += values[group]! * count
  })
  return scaled(problem, { values: Float64Array.from(values), holds, need })
}

/** @returns undefined where the values are worth nothing. */
export function scaled(
  { classes }: PackingProblem,
  { values, holds, need }: BendersCut,
): BendersCut | undefined {
  let scale = Infinity
  classes.forEach(({ price }, index) => {
    const held = holds[index]!
    if (held > 0) scale = Math.min(scale, price / held)
  })
  if (!Number.isFinite(scale) || scale === 0) return undefined
  const times = (figure: number) => figure * scale
  return { values: values.map(times), holds: holds.map(times), need: times(need) }
}

/** What a step of these searches counts, so that all effort takes about as long. */
export const searchingSteps = 5
