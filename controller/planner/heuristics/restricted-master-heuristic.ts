import {
  coefficientsOf,
  createLinearModel,
  feasibleStatus,
  mipInterrupt,
  type LinearModel,
  type LinearSolver,
} from '../search/linear-solver'
import type { Effort } from '../search/effort'
import { isEmpty } from './greedy'
import type { Incumbent } from '../search/incumbent'
import {
  costTolerance,
  countsOf,
  takeNeeded,
  worthOf,
  type Bin,
  type PackingProblem,
} from '../model/packing-problem'

interface RestrictedMasterInput {
  solver: LinearSolver
  problem: PackingProblem
  /** From pricing and from packings. */
  columns: Bin[]
  duals: Float64Array
  /** Is offered what is found. */
  incumbent: Incumbent
  effort: Effort
}

/**
 * Restricted master heuristic, or price and branch (Joncour et al., "Column generation based primal heuristics", 2010): the cheapest packing
 * that columns known so far make, by HiGHS's integer programming. What each search found well in one corner comes together.
 */
export function combineColumns(input: RestrictedMasterInput): void {
  const { solver, problem, columns, duals, incumbent, effort } = input
  const useful = worthTrying(problem, columns, duals, incumbent.cost)
  const model = createLinearModel(solver)
  try {
    state(model, solver, problem, useful)
    model.options.set({ ...quickly, objective_bound: incumbent.cost - costTolerance })
    runWithin(model, effort)
    if (model.info.get('primal_solution_status') === feasibleStatus)
      incumbent.offer(packed(problem, useful, model.getSolution().colValue))
  } finally {
    model.dispose()
  }
}

/** Contents of which even one would waste more than could be saved cannot be part of anything cheaper. */
function worthTrying(problem: PackingProblem, columns: Bin[], duals: Float64Array, cost: number): Bin[] {
  const spare = cost - worthOf(countsOf(problem), duals)
  return columns.filter(
    ({ classIndex, content }) => problem.classes[classIndex]!.price - worthOf(content, duals) < spare,
  )
}

function state(model: LinearModel, { infinity }: LinearSolver, problem: PackingProblem, columns: Bin[]) {
  for (const { count } of problem.groups) model.addRow(count, infinity, { indices: [], values: [] })
  const counts = countsOf(problem)
  columns.forEach(({ classIndex, content }, column) => {
    const { indices, values } = coefficientsOf(content)
    const most = Math.max(...indices.map((group) => Math.ceil(counts[group]! / content[group]!)))
    model.addCol(problem.classes[classIndex]!.price, 0, most, { indices, values })
    model.changeColIntegrality(column, integer)
  })
  problem.classes.forEach(({ limit }, classIndex) => {
    if (limit === Infinity) return
    const indices = [...columns.keys()].filter((column) => columns[column]!.classIndex === classIndex)
    model.addRow(-infinity, limit, { indices, values: indices.map(() => 1) })
  })
}

/** Counts what the solver does between two looks at the effort, so that it ends at the same point on any machine. */
function runWithin(model: LinearModel, effort: Effort): void {
  let iterations = 0
  model.run({
    [mipInterrupt]: ({ data, interrupt }) => {
      const now = Number(data.mip_total_lp_iterations ?? 0)
      if (!effort.spend(stepsPerLook + (now - iterations) * stepsPerIteration)) interrupt()
      iterations = now
    },
  })
}

/** Processes that are held twice are left out, and instances that hold nothing then. */
function packed(problem: PackingProblem, columns: Bin[], times: ArrayLike<number>): Bin[] | undefined {
  const remaining = countsOf(problem)
  const bins = columns.flatMap(({ classIndex, content }, column) =>
    Array.from({ length: Math.round(times[column]!) }, () => ({
      classIndex,
      content: takeNeeded(remaining, content),
    })),
  )
  return isEmpty(remaining) ? bins.filter(({ content }) => !isEmpty(content)) : undefined
}

/** As HiGHS numbers it. */
const integer = 1

/** Left out is what costs much and found nothing in programmes of this size. */
const quickly = {
  presolve: 'choose',
  mip_allow_restart: false,
  mip_heuristic_run_feasibility_jump: false,
  mip_heuristic_run_rens: false,
  mip_heuristic_run_root_reduced_cost: false,
} as const

const stepsPerLook = 3000
const stepsPerIteration = 2000
