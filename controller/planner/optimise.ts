import { ColumnGeneration } from './bound/column-generation'
import { CountSearch } from './exact/count-search'
import { CountsLp } from './exact/counts-lp'
import { cutFrom, type Cut } from './exact/cut'
import { FractionalPacking } from './exact/fractional-packing'
import type { LinearSolver } from './linear-solver'
import { dive } from './packing/dive'
import { diveAgain } from './packing/dive-again'
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
  { solver, stop, steps, seed }: Means,
  incumbent: Incumbent,
  material: Float64Array,
): number {
  const random = randomFrom(seed)
  const generation = new ColumnGeneration(solver, problem, material)
  let proven = 0
  const phases: Record<PhaseName, (effort: Effort) => void> = {
    generate: (effort) => {
      generation.run(incumbent, effort)
      proven = Math.max(proven, generation.lowerBound)
    },
    dive: (effort) => {
      dive(problem, generation, incumbent, effort)
    },
    diveAgain: (effort) => {
      diveAgain(problem, generation, incumbent, generation.values, effort, random)
    },
    searchLocally: (effort) => {
      incumbent.offer(improveLocally(problem, incumbent.bins, generation.values, effort, random))
    },
    count: (effort) => {
      proven = Math.max(proven, countInstances(solver, problem, incumbent, generation, effort))
    },
  }
  try {
    for (const { phase, share, mostOfTime } of phasesFor(problem, incumbent)) {
      if (isClosed(incumbent.cost, proven)) break
      phases[phase](new Effort(steps * share, stop.part(mostOfTime)))
    }
    return proven
  } finally {
    generation.dispose()
  }
}

function phasesFor({ groups }: PackingProblem, { bins }: Incumbent): Phase[] {
  if (groups.length > 60 || bins.length > 60) return phasesOfMany
  const processes = groups.reduce((sum, { count }) => sum + count, 0)
  return processes > 50 ? phasesOfSome : phasesOfFew
}

type PhaseName = 'generate' | 'dive' | 'diveAgain' | 'searchLocally' | 'count'

interface Phase {
  phase: PhaseName
  /** Of all steps. */
  share: number
  /** Of the time that is left, on a machine too slow for the steps. */
  mostOfTime: number
}

/** Few instances can be counted through. */
const phasesOfFew: Phase[] = [
  { phase: 'generate', share: 0.3, mostOfTime: 0.5 },
  { phase: 'searchLocally', share: 0.06, mostOfTime: 0.3 },
  { phase: 'count', share: 0.5, mostOfTime: 0.85 },
  { phase: 'dive', share: 0.07, mostOfTime: 0.5 },
  { phase: 'searchLocally', share: 0.07, mostOfTime: 1 },
]

/** More take long to count through: first a good packing. */
const phasesOfSome: Phase[] = [
  { phase: 'generate', share: 0.25, mostOfTime: 0.3 },
  { phase: 'searchLocally', share: 0.15, mostOfTime: 0.35 },
  { phase: 'dive', share: 0.1, mostOfTime: 0.3 },
  { phase: 'count', share: 0.4, mostOfTime: 0.7 },
  { phase: 'searchLocally', share: 0.1, mostOfTime: 1 },
]

/** With many, rounding comes close enough, and closer each time it is tried again for a part. */
const phasesOfMany: Phase[] = [
  { phase: 'generate', share: 0.3, mostOfTime: 0.35 },
  { phase: 'dive', share: 0.25, mostOfTime: 0.5 },
  { phase: 'generate', share: 0.2, mostOfTime: 0.35 },
  { phase: 'diveAgain', share: 0.2, mostOfTime: 0.85 },
  { phase: 'searchLocally', share: 0.05, mostOfTime: 1 },
]

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
    const cuts = firstCuts(problem, history, effort)
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
function firstCuts(problem: PackingProblem, history: Float64Array[], effort: Effort): Cut[] {
  const plain = [
    problem.groups.map(({ cpu }) => cpu),
    problem.groups.map(({ memory }) => memory),
    problem.groups.map(() => 1),
    problem.groups.map(({ cpu, isOnDemandOnly }) => (isOnDemandOnly ? cpu : 0)),
    problem.groups.map(({ memory, isOnDemandOnly }) => (isOnDemandOnly ? memory : 0)),
  ]
  return [...history.slice(0, 25), ...plain].flatMap((values) =>
    !effort.spend(problem.classes.length * 2000) ? [] : (cutFrom(problem, values, 3000) ?? []),
  )
}
