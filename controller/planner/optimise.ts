import { generateColumns } from './bound/column-generation'
import { CountSearch } from './exact/count-search'
import { CountsLp } from './exact/counts-lp'
import { cutFrom, type Cut } from './exact/cut'
import { FractionalPacking } from './exact/fractional-packing'
import type { LinearSolver } from './linear-solver'
import { Effort, type EmergencyStop } from './packing/effort'
import { greedyPackings, Incumbent, rivalPackings } from './packing/incumbent'
import { improveLocally } from './packing/local-search'
import { materialValues } from './packing/material-prices'
import type { Bin, PackingProblem } from './packing/problem'
import { randomFrom } from './random'

export interface Packed {
  bins: Bin[]
  cost: number
  /** No packing costs less. */
  lowerBound: number
  isProvenOptimal: boolean
}

export interface Means {
  solver: LinearSolver
  stop: EmergencyStop
  /** Steps in all, shared out below. */
  steps: number
  seed: number
  secondsLeft: () => number
  onIncumbent?: () => void
}

/** The cheapest packing that can be found with the given means, and how cheap any can be at best. */
export function optimise(problem: PackingProblem, means: Means): Packed {
  const incumbent = new Incumbent(problem)
  const { solver, stop, steps } = means
  if (problem.groups.length === 0) return { bins: [], cost: 0, lowerBound: 0, isProvenOptimal: true }
  const material = materialValues(problem)
  for (const bins of greedyPackings(problem, material)) {
    incumbent.offer(bins)
    means.onIncumbent?.()
  }
  for (const bins of rivalPackings(problem)) incumbent.offer(bins)
  const effortFor = (share: number) => new Effort(steps * share, stop)
  const generated = generateColumns(
    solver,
    problem,
    incumbent,
    effortFor(isLarge(problem) ? 0.6 : 0.35),
    stop,
    means.secondsLeft,
    material,
  )
  const random = randomFrom(means.seed)
  const isClosed = (lowerBound: number) => incumbent.cost <= lowerBound * (1 + proofTolerance)
  let { lowerBound } = generated
  if (isLarge(problem) && !stop.hasStopped)
    for (const values of [generated.values, ...generated.history.slice(0, 2)])
      lowerBound = Math.max(lowerBound, cutFrom(problem, values, provingNodes)?.need ?? 0)
  const improve = (share: number) => {
    if (!isClosed(lowerBound))
      incumbent.offer(improveLocally(problem, incumbent.bins, generated.values, effortFor(share), random))
  }
  const isSmall = problem.groups.length <= 60 && incumbent.bins.length <= 60
  improve(isSmall ? 0.06 : 0.35)
  if (isSmall && !isClosed(lowerBound)) {
    const effort = effortFor(0.5)
    const cuts = firstCuts(problem, generated.history)
    const fractional = new FractionalPacking(solver, problem, generated.values, generated.patterns, effort)
    const countsLp = new CountsLp(solver, problem)
    try {
      const search = new CountSearch(problem, cuts, fractional, countsLp, incumbent.cost, effort)
      const answer = search.run()
      incumbent.offer(answer.bins)
      lowerBound = Math.max(lowerBound, answer.lowerBound)
    } finally {
      fractional.dispose()
      countsLp.dispose()
    }
    improve(0.1)
  }
  const isProvenOptimal = isClosed(lowerBound)
  return {
    bins: incumbent.bins,
    cost: incumbent.cost,
    lowerBound: isProvenOptimal ? incumbent.cost : Math.min(lowerBound, incumbent.cost),
    isProvenOptimal,
  }
}

/** Rounds with many groups look at few contents of each class; to prove a bound, more are needed. */
const provingNodes = 5000

/** Costs this close are one: prices have far fewer digits. */
const proofTolerance = 1e-7

const isLarge = ({ groups }: PackingProblem) => groups.length > 60

/** The best of the values the linear programme went through, and the plain measures. */
function firstCuts(problem: PackingProblem, history: Float64Array[]): Cut[] {
  const plain = [
    problem.groups.map(({ cpu }) => cpu),
    problem.groups.map(({ memory }) => memory),
    problem.groups.map(() => 1),
    problem.groups.map(({ cpu, isOnDemandOnly }) => (isOnDemandOnly ? cpu : 0)),
    problem.groups.map(({ memory, isOnDemandOnly }) => (isOnDemandOnly ? memory : 0)),
  ]
  return [...history.slice(0, 25), ...plain].flatMap((values) => cutFrom(problem, values, 3000) ?? [])
}
