import { ColumnGeneration } from './bound/column-generation'
import { CountSearch } from './exact/count-search'
import { CountsLp } from './exact/counts-lp'
import { cutFrom, type Cut } from './exact/cut'
import { FractionalPacking } from './exact/fractional-packing'
import type { LinearSolver } from './linear-solver'
import { dive } from './packing/dive'
import { Effort, type EmergencyStop } from './packing/effort'
import { greedyPackings, Incumbent, rivalPackings } from './packing/incumbent'
import { improveLocally as searchLocally } from './packing/local-search'
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
  const { stop } = means
  if (problem.groups.length === 0) return { bins: [], cost: 0, lowerBound: 0, isProvenOptimal: true }
  const material = materialValues(problem)
  for (const bins of greedyPackings(problem, material)) {
    incumbent.offer(bins)
    means.onIncumbent?.()
  }
  for (const bins of rivalPackings(problem, () => stop.look())) incumbent.offer(bins)
  const lowerBound = improve(problem, means, incumbent, material)
  const isProvenOptimal = isClosed(incumbent.cost, lowerBound)
  return {
    bins: incumbent.bins,
    cost: incumbent.cost,
    lowerBound: isProvenOptimal ? incumbent.cost : Math.min(lowerBound, incumbent.cost),
    isProvenOptimal,
  }
}

/** Answers the lower bound; better packings are offered on the way. */
function improve(
  problem: PackingProblem,
  { solver, stop, steps, seed, secondsLeft }: Means,
  incumbent: Incumbent,
  material: Float64Array,
): number {
  const shares = problem.groups.length > 60 || incumbent.bins.length > 60 ? sharesOfMany : sharesOfFew
  const effortFor = (share: number) => new Effort(steps * share, stop)
  const random = randomFrom(seed)
  const generation = new ColumnGeneration(solver, problem, secondsLeft, material)
  const improveLocally = (share: number) => {
    if (share > 0 && !isClosed(incumbent.cost, generation.lowerBound))
      incumbent.offer(searchLocally(problem, incumbent.bins, generation.values, effortFor(share), random))
  }
  try {
    const T0 = process.cpuUsage().user / 1000
    const log = (what: string) =>
      console.error(
        what,
        Math.round(process.cpuUsage().user / 1000 - T0),
        incumbent.cost,
        generation.lowerBound,
        generation.patterns.length,
      )
    generation.run(incumbent, effortFor(shares.generation))
    if (isClosed(incumbent.cost, generation.lowerBound)) return generation.lowerBound
    const { lowerBound } = generation
    log('generated')
    improveLocally(shares.local)
    let proven = lowerBound
    if (shares.counting > 0 && !isClosed(incumbent.cost, lowerBound))
      proven = Math.max(
        lowerBound,
        countInstances(solver, problem, incumbent, generation, effortFor(shares.counting)),
      )
    if (!isClosed(incumbent.cost, proven)) {
      dive(problem, generation, incumbent, effortFor(shares.dive))
      log('dived')
      improveLocally(shares.afterwards)
      log('local')
    }
    return proven
  } finally {
    generation.dispose()
  }
}

/** How the steps are shared out. Few instances can be counted through; with many, rounding comes close enough. */
const sharesOfFew = { generation: 0.3, local: 0.06, counting: 0.45, dive: 0.12, afterwards: 0.07 }
const sharesOfMany = { generation: 0.5, local: 0, counting: 0, dive: 0.35, afterwards: 0.15 }

/** Decides first how many instances of each class there are; see CountSearch. Answers a lower bound. */
function countInstances(
  solver: LinearSolver,
  problem: PackingProblem,
  incumbent: Incumbent,
  { history, values, patterns }: ColumnGeneration,
  effort: Effort,
): number {
  const fractional = new FractionalPacking(solver, problem, values, patterns, effort)
  const countsLp = new CountsLp(solver, problem)
  try {
    const cuts = firstCuts(problem, history)
    const { bins, lowerBound } = new CountSearch(
      problem,
      cuts,
      fractional,
      countsLp,
      incumbent.cost,
      effort,
    ).run()
    incumbent.offer(bins)
    return lowerBound
  } finally {
    fractional.dispose()
    countsLp.dispose()
  }
}

const isClosed = (cost: number, lowerBound: number) => cost <= lowerBound * (1 + proofTolerance)

/** Costs this close are one: prices have far fewer digits. */
const proofTolerance = 1e-7

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
