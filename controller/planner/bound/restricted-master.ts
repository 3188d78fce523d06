import {
  coefficientsOf,
  createLinearModel,
  optimalStatus,
  type LinearModel,
  type LinearSolver,
} from '../search/linear-solver'
import { costOfBin, countsOf, type Bin, type Counts, type PackingProblem } from '../model/packing-problem'
import type { DualCut } from './dual-cuts'

/**
 * The configuration linear programme over the contents known so far: how often to run each, by fractions, so that every process is covered
 * at the least cost. Its duals say what each group's process is worth.
 */
export class RestrictedMaster {
  readonly columns: Bin[] = []
  private readonly model: LinearModel
  private readonly known = new Set<string>()
  /** Of each column, its column. */
  private readonly columnIndexes: number[] = []
  private columnCount = 0
  /** The last basis stays feasible for the dual when other counts are covered, and for the primal when there are more contents. */
  private nextMethod = dualSimplex
  /** Of each class with a limit, its row. */
  private readonly limitRows = new Map<number, number>()

  constructor(
    private readonly solver: LinearSolver,
    private readonly problem: PackingProblem,
    dualCuts: DualCut[],
  ) {
    this.model = createLinearModel(solver)
    this.model.options.set({ dual_simplex_cost_perturbation_multiplier: 0 })
    for (const count of countsOf(problem)) this.addRow(count, solver.infinity)
    problem.classes.forEach(({ limit }, index) => {
      if (limit === Infinity) return
      this.limitRows.set(index, problem.groups.length + this.limitRows.size)
      this.addRow(-solver.infinity, limit)
    })
    for (const { from, to, count } of dualCuts) this.addColumn(0, [from, to], [-1, count])
  }

  private addRow(lower: number, upper: number) {
    this.model.addRow(lower, upper, { indices: [], values: [] })
  }

  private addColumn(cost: number, indices: number[], values: number[]): number {
    this.model.addCol(cost, 0, this.solver.infinity, { indices, values })
    return this.columnCount++
  }

  /** Says whether the content was new. */
  add(bin: Bin): boolean {
    const { indices, values } = coefficientsOf(bin.content)
    const key = `${bin.classIndex}:${indices.join(',')}:${values.join(',')}`
    if (this.known.has(key)) return false
    this.known.add(key)
    this.columns.push(bin)
    const limitRow = this.limitRows.get(bin.classIndex)
    if (limitRow !== undefined) {
      indices.push(limitRow)
      values.push(1)
    }
    this.columnIndexes.push(this.addColumn(costOfBin(this.problem, bin), indices, values))
    return true
  }

  /** From now on only so many processes of each group have to be covered, with so many instances of each class left. */
  setDemand(counts: Counts, limits: ArrayLike<number>): void {
    counts.forEach((count, group) => this.model.changeRowBounds(group, count, this.solver.infinity))
    for (const [classIndex, row] of this.limitRows)
      this.model.changeRowBounds(row, -this.solver.infinity, limits[classIndex]!)
    this.nextMethod = dualSimplex
  }

  /** @returns undefined if the solver did not come to an end. */
  solve(secondsLeft: number): MasterSolution | undefined {
    if (this.problem.groups.length > mostUntimed)
      this.model.options.set('time_limit', this.model.getRunTime() + Math.max(0.001, secondsLeft))
    this.model.options.set({ simplex_strategy: this.nextMethod })
    this.nextMethod = primalSimplex
    this.model.run()
    if (this.model.getModelStatus() !== optimalStatus) return undefined
    const { colValue, rowDual } = this.model.getSolution()
    const groups = this.problem.groups.length
    return {
      cost: this.model.getObjectiveValue(),
      shares: Float64Array.from(this.columnIndexes, (column) => colValue[column]!),
      duals: Float64Array.from({ length: groups }, (_, row) => Math.max(0, rowDual[row]!)),
      limitDuals: this.problem.classes.map((_, index) => {
        const row = this.limitRows.get(index)
        return row === undefined ? 0 : Math.max(0, -rowDual[row]!)
      }),
    }
  }

  dispose(): void {
    this.model.dispose()
  }
}

export interface MasterSolution {
  cost: number
  /** How often each column is run. */
  shares: Float64Array
  /** What a process of each group is worth. */
  duals: Float64Array
  /** Of each class, what one more of it would save; 0 for those without a limit. */
  limitDuals: number[]
}

/** With so few groups a programme is solved in milliseconds: cut by the solver's own clock, plans would differ on a busy machine. */
const mostUntimed = 100

/** As HiGHS numbers them. */
const dualSimplex = 1
const primalSimplex = 4
