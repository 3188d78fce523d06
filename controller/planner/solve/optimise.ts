import { ColumnGeneration } from '../bound/column-generation'
import { decomposeByBenders } from '../exact/benders'
import type { LinearSolver } from '../search/linear-solver'
import { dive } from '../heuristics/diving'
import { diveInNeighbourhoods } from '../heuristics/diving-neighbourhood'
import { Effort, type Deadline } from '../search/effort'
import { greedyPackings, rivalPackings } from '../heuristics/initial-packings'
import { Incumbent } from '../search/incumbent'
import { ruinAndRecreate } from '../heuristics/ruin-and-recreate'
import { combineColumns } from '../heuristics/restricted-master-heuristic'
import { searchLargeNeighbourhoods } from '../heuristics/large-neighbourhood'
import { resourceDuals } from '../bound/resource-prices'
import type { Bin, PackingProblem } from '../model/packing-problem'
import { randomFrom } from '../search/random'

export interface Packing {
  bins: Bin[]
  cost: number
  /** No packing costs less. */
  lowerBound: number
  isProvenOptimal: boolean
}

export interface SolveOptions {
  solver: LinearSolver
  stop: Deadline
  /** Steps in all, shared out below. */
  steps: number
  seed: number
  onIncumbent?: () => void
}

/** The cheapest packing that can be found with the given means, and how cheap any can be at best. */
export function solvePacking(problem: PackingProblem, means: SolveOptions): Packing {
  const incumbent = new Incumbent(problem)
  const { stop } = means
  if (problem.groups.length === 0) return { bins: [], cost: 0, lowerBound: 0, isProvenOptimal: true }
  const material = resourceDuals(problem)
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
  { solver, stop, steps, seed }: SolveOptions,
  incumbent: Incumbent,
  material: Float64Array,
): number {
  const random = randomFrom(seed)
  const generation = new ColumnGeneration({
    solver,
    problem,
    firstDuals: material,
    primalHeuristic: greedyPackings,
  })
  let proven = 0
  const phases: Record<PhaseName, (effort: Effort) => void> = {
    generate: (effort) => {
      generation.run(incumbent, effort)
      proven = Math.max(proven, generation.lowerBound)
    },
    generateNearly: (effort) => {
      generation.run(incumbent, effort, closeEnough)
      proven = Math.max(proven, generation.lowerBound)
    },
    dive: (effort) => {
      dive(problem, generation, incumbent, effort)
    },
    diveAgain: (effort) => {
      diveInNeighbourhoods(problem, generation, incumbent, generation.duals, effort, random)
    },
    regroup: (effort) => {
      const [values = material] = generation.provenDuals
      const bins = searchLargeNeighbourhoods(problem, incumbent.bins, values, effort, random)
      incumbent.offer(bins)
      generation.addColumns(bins)
    },
    recombine: (effort) => {
      combineColumns(solver, problem, generation.columns, generation.duals, incumbent, effort)
    },
    searchLocally: (effort) => {
      incumbent.offer(ruinAndRecreate(problem, incumbent.bins, generation.duals, effort, random))
    },
    count: (effort) => {
      proven = Math.max(proven, decomposeByBenders(solver, problem, incumbent, generation, effort))
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

type PhaseName =
  'generate' | 'generateNearly' | 'dive' | 'diveAgain' | 'regroup' | 'searchLocally' | 'recombine' | 'count'

interface Phase {
  phase: PhaseName
  /** Of all steps. */
  share: number
  /** Of the time that is left, on a machine too slow for the steps. */
  mostOfTime: number
}

/** Few instances can be counted through. */
const phasesOfFew: Phase[] = [
  { phase: 'generateNearly', share: 0.12, mostOfTime: 0.4 },
  { phase: 'dive', share: 0.04, mostOfTime: 0.2 },
  { phase: 'regroup', share: 0.05, mostOfTime: 0.15 },
  { phase: 'count', share: 1.5, mostOfTime: 0.93 },
  { phase: 'regroup', share: 0.03, mostOfTime: 1 },
]

/** More take long to count through: first a good packing, out of what several searches found. */
const phasesOfSome: Phase[] = [
  { phase: 'generateNearly', share: 0.12, mostOfTime: 0.35 },
  { phase: 'dive', share: 0.05, mostOfTime: 0.35 },
  { phase: 'diveAgain', share: 0.05, mostOfTime: 0.2 },
  { phase: 'regroup', share: 0.03, mostOfTime: 0.2 },
  { phase: 'regroup', share: 0.03, mostOfTime: 0.2 },
  { phase: 'regroup', share: 0.03, mostOfTime: 0.2 },
  { phase: 'recombine', share: 0.5, mostOfTime: 0.75 },
  { phase: 'count', share: 0.6, mostOfTime: 0.95 },
  { phase: 'regroup', share: 0.03, mostOfTime: 1 },
]

/** With many, rounding comes close enough, and closer each time it is tried again for a part. */
const phasesOfMany: Phase[] = [
  { phase: 'generate', share: 0.3, mostOfTime: 0.35 },
  { phase: 'dive', share: 0.25, mostOfTime: 0.5 },
  { phase: 'generate', share: 0.2, mostOfTime: 0.35 },
  { phase: 'diveAgain', share: 0.4, mostOfTime: 0.85 },
  { phase: 'searchLocally', share: 0.05, mostOfTime: 1 },
]

/** With few instances the linear programme itself is weaker than this share of its solution, which is not worth its last rounds. */
const closeEnough = 1e-3

const isClosed = (cost: number, lowerBound: number) => cost <= lowerBound * (1 + proofTolerance)

/** Costs this close are one: prices have far fewer digits. */
const proofTolerance = 1e-7
