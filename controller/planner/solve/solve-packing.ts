import { boundByCappedDuals } from '../bound/capped-duals'
import { ColumnGeneration } from '../bound/column-generation'
import { resourceDuals } from '../bound/resource-prices'
import { decomposeByBenders } from '../exact/benders'
import { dive } from '../heuristics/diving'
import { diveInNeighbourhoods } from '../heuristics/diving-neighbourhood'
import { greedyPackings, rivalPackings } from '../heuristics/initial-packings'
import { searchLargeNeighbourhoods } from '../heuristics/large-neighbourhood'
import { ruinAndRecreate } from '../heuristics/ruin-and-recreate'
import { withUseAsAsked } from '../model/measured-use'
import type { Bin, PackingProblem } from '../model/packing-problem'
import { Effort, type Deadline } from '../search/effort'
import { Incumbent } from '../search/incumbent'
import type { LinearSolver } from '../search/linear-solver'
import { randomFrom } from '../search/random'
import {
  packingPhasesFor,
  type Asked,
  type PackingPhase,
  type PackingPhaseName,
  type PhaseName,
} from '../search/strategy'

export interface Packing {
  bins: Bin[]
  cost: number
  /** No packing costs less. */
  lowerBound: number
}

export interface SolveOptions {
  solver: LinearSolver
  deadline: Deadline
  /** Steps in all, of which each phase has its share. */
  steps: number
  seed: number
  asked: Asked
  /** A bound that is known already; absent means 0. */
  knownBound?: number
  /** A phase to leave out, to measure what it earns. */
  without?: PhaseName
  onIncumbent?: () => void
}

/** The cheapest packing that can be found within the given limits, and how cheap any can be at best. */
export function solvePacking(asked: PackingProblem, options: SolveOptions): Packing {
  const problem = withUseAsAsked(asked)
  if (problem.groups.length === 0) return { bins: [], cost: 0, lowerBound: 0 }
  const { deadline, without, onIncumbent } = options
  const incumbent = new Incumbent(problem)
  const firstDuals = resourceDuals(problem)
  for (const bins of greedyPackings(problem, firstDuals)) {
    incumbent.offer(bins)
    onIncumbent?.()
  }
  if (without !== 'firstFitDecreasing')
    for (const bins of rivalPackings(problem, () => deadline.look())) incumbent.offer(bins)
  const lowerBound = improve(problem, incumbent, firstDuals, options)
  const { bins, cost } = incumbent
  return { bins, cost, lowerBound: incumbent.isOptimalBy(lowerBound) ? cost : Math.min(lowerBound, cost) }
}

/** Runs the phases one after another until the best packing is proven. Answers the lower bound. */
function improve(
  problem: PackingProblem,
  incumbent: Incumbent,
  firstDuals: Float64Array,
  { solver, deadline, steps, seed, asked, knownBound = 0, without }: SolveOptions,
): number {
  const random = randomFrom(seed)
  const generation = new ColumnGeneration({ solver, problem, firstDuals, primalHeuristic: greedyPackings })
  let lowerBound = knownBound
  const run: Record<PackingPhaseName, (effort: Effort, phase: PackingPhase) => void> = {
    columnGeneration: (effort, { tailingOff }) => {
      generation.run(incumbent, effort, tailingOff)
      lowerBound = Math.max(lowerBound, generation.lowerBound)
    },
    cappedDuals: (effort) => {
      lowerBound = Math.max(lowerBound, boundByCappedDuals(problem, generation.duals, effort))
    },
    diving: (effort) => {
      dive({ problem, master: generation, incumbent, effort })
    },
    divingNeighbourhoods: (effort) => {
      const { duals } = generation
      diveInNeighbourhoods({ problem, master: generation, incumbent, duals, effort, random })
    },
    largeNeighbourhoods: (effort) => {
      const [duals = firstDuals] = generation.provenDuals
      const bins = searchLargeNeighbourhoods({ problem, bins: incumbent.bins, duals, effort, random })
      incumbent.offer(bins)
      generation.addColumns(bins)
    },
    ruinAndRecreate: (effort) => {
      const { duals } = generation
      incumbent.offer(ruinAndRecreate({ problem, bins: incumbent.bins, duals, effort, random }))
    },
    benders: (effort) => {
      const bound = decomposeByBenders({ solver, problem, incumbent, generation, effort })
      lowerBound = Math.max(lowerBound, bound)
    },
  }
  try {
    for (const phase of packingPhasesFor(sizeOf(problem, incumbent), asked)) {
      if (incumbent.isOptimalBy(lowerBound)) break
      if (phase.name !== without)
        run[phase.name](new Effort(steps * phase.effort, deadline.part(phase.time)), phase)
    }
    return lowerBound
  } finally {
    generation.dispose()
  }
}

const sizeOf = ({ groups }: PackingProblem, { bins }: Incumbent) => ({
  groups: groups.length,
  instances: bins.length,
  processes: groups.reduce((sum, { count }) => sum + count, 0),
})
