import type { LinearSolver } from '../linear-solver'
import type { EmergencyStop } from '../packing/effort'
import type { Effort } from '../packing/effort'
import { greedyPackings, type Incumbent } from '../packing/incumbent'
import { fillBest } from '../packing/knapsack'
import { at, countsOf, type Bin, type PackingProblem } from '../packing/problem'
import { ConfigurationLp } from './configuration-lp'

export interface Generated {
  /** No packing costs less. */
  lowerBound: number
  /** What a process of each group is worth, at the end: a value at which no class holds much more than it costs. */
  values: Float64Array
  /** Values under which `lowerBound` was proven and others, the best bound first. */
  history: Float64Array[]
  patterns: Bin[]
}

/**
 * Solves the configuration programme by generating, for the values of the last solution, the most valuable content of each class. Its bound
 * holds at any moment: values divided by the most that any class holds per USD of its price are a dual solution (Farley). Each round's
 * values also guide the greedy packings.
 */
export function generateColumns(
  solver: LinearSolver,
  problem: PackingProblem,
  incumbent: Incumbent,
  effort: Effort,
  stop: EmergencyStop,
  secondsLeft: () => number,
  firstValues: Float64Array,
): Generated {
  const lp = new ConfigurationLp(solver, problem)
  const counts = countsOf(problem)
  const size = problem.groups.length * problem.classes.length
  const isLarge = problem.groups.length > 60
  const proofs: { bound: number; values: Float64Array }[] = []
  let values = firstValues
  let center: Float64Array | undefined
  let isSmoothed = isLarge
  for (const bin of incumbent.bins) lp.add(bin)
  try {
    for (let round = 0; round < mostRounds && effort.spend(size * 30 + lp.patterns.length * 50); round++) {
      const answer = lp.solve(secondsLeft())
      if (!answer) {
        stop.look()
        break
      }
      // The solution's values leap from round to round; half way to those of the best bound, far fewer rounds are needed.
      const smoothed = isSmoothed ? center : undefined
      values = smoothed
        ? answer.values.map((value, group) => (value + at(smoothed, group)) / 2)
        : answer.values
      const guides = !isLarge || round % 4 === 0 || round < 3
      if (guides)
        for (const bins of greedyPackings(problem, values)) {
          incumbent.offer(bins)
          for (const bin of bins) lp.add(bin)
        }
      let over = 1
      let isNew = false
      problem.classes.forEach((instanceClass, classIndex) => {
        const price = instanceClass.price + at(answer.limitPrices, classIndex)
        const nodes = isLarge ? pricingNodes : exactNodes
        const { content, upperBound } = fillBest(problem, instanceClass, values, counts, nodes)
        over = Math.max(over, upperBound / price)
        const gain = worthOf(content, answer.values) - price * (1 + priceTolerance)
        if (gain > 0 && lp.add({ classIndex, content })) isNew = true
      })
      effort.spend(size * 20)
      const need = worthOf(counts, values) - limitCost(problem, answer.limitPrices)
      const bound = need / over
      if (!proofs.some((proof) => proof.bound >= bound)) center = values
      proofs.push({ bound, values: values.map((value) => value / over) })
      if (!isNew && !isSmoothed) break
      isSmoothed = isLarge && isNew
    }
  } finally {
    lp.dispose()
  }
  proofs.sort((a, b) => b.bound - a.bound)
  return {
    lowerBound: Math.max(0, proofs[0]?.bound ?? 0),
    values,
    history: proofs.map((proof) => proof.values),
    patterns: lp.patterns,
  }
}

const worthOf = (counts: Int32Array, values: Float64Array) =>
  counts.reduce((sum, count, group) => sum + count * at(values, group), 0)

/** What is paid for the scarcity of classes with a limit. */
const limitCost = ({ classes }: PackingProblem, limitPrices: number[]) =>
  classes.reduce(
    (sum, { limit }, index) => sum + (at(limitPrices, index) > 0 ? limit * at(limitPrices, index) : 0),
    0,
  )

const mostRounds = 150
const pricingNodes = 300
const exactNodes = 3000
/** Contents that would gain less than this share are rounding. */
const priceTolerance = 1e-9
