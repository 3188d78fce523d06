import {
  createLinearModel,
  infeasibleStatus,
  optimalStatus,
  type LinearModel,
  type LinearSolver,
} from '../search/linear-solver'
import { type PackingProblem } from '../model/packing-problem'
import type { BendersCut } from './benders-cut'

/** The linear programme over how many instances of each class to run and what to spend on surplus, under all cuts at once. */
export class MasterLp {
  private readonly model: LinearModel
  private readonly cuts: BendersCut[] = []
  /** The columns of classes. */
  private readonly all: number[]
  /** The column of what is spent on surplus. */
  private readonly spent: number

  constructor(
    private readonly solver: LinearSolver,
    private readonly problem: PackingProblem,
  ) {
    this.model = createLinearModel(solver)
    this.all = problem.classes.map((_, index) => index)
    for (const { price, limit } of problem.classes)
      this.model.addCol(price, 0, Math.min(limit, solver.infinity), { indices: [], values: [] })
    this.spent = this.all.length
    const mostSpent = problem.classes.some(({ surplus }) => surplus) ? solver.infinity : 0
    this.model.addCol(1, 0, mostSpent, { indices: [], values: [] })
  }

  private addMissing(cuts: BendersCut[]): void {
    for (const cut of cuts.slice(this.cuts.length)) {
      this.cuts.push(cut)
      // Rows near 1, because the solver's tolerances are absolute.
      const values = [...cut.holds, cut.surplusHolds].map((held) => held / cut.need)
      this.model.addRow(1, this.solver.infinity, { indices: [...this.all, this.spent], values })
    }
  }

  /**
   * One cut made of all, weighed so that it alone proves the linear programme's bound for the given decisions.
   * @param numbers of decided classes.
   * @param most of each class.
   * @returns the cut and the fractional numbers, with what to spend on surplus, that satisfy all others best; undefined if the solver came to no end; 'impossible' if no numbers satisfy all cuts.
   */
  aggregate(
    cuts: BendersCut[],
    numbers: ArrayLike<number>,
    most: ArrayLike<number>,
    isDecided: (classIndex: number) => boolean,
  ): { cut: BendersCut; numbers: Float64Array; spent: number } | 'impossible' | undefined {
    this.addMissing(cuts)
    const lower = this.all.map((index) => (isDecided(index) ? numbers[index]! : 0))
    const upper = this.all.map((index) =>
      isDecided(index) ? numbers[index]! : Math.min(most[index]!, this.solver.infinity),
    )
    this.model.changeColsBounds({ kind: 'range', from: 0, to: this.all.length - 1 }, lower, upper)
    this.model.run()
    const status = this.model.getModelStatus()
    if (status === infeasibleStatus) return 'impossible'
    if (status !== optimalStatus) return undefined
    const { rowDual, colValue } = this.model.getSolution()
    const holds = new Float64Array(this.all.length)
    const values = new Float64Array(this.problem.groups.length)
    let need = 0
    let surplusHolds = 0
    this.cuts.forEach((cut, row) => {
      const weight = Math.max(0, rowDual[row]!) / cut.need
      if (weight === 0) return
      need += weight * cut.need
      surplusHolds += weight * cut.surplusHolds
      for (let index = 0; index < holds.length; index++) holds[index]! += weight * cut.holds[index]!
      for (let group = 0; group < values.length; group++) values[group]! += weight * cut.values[group]!
    })
    return {
      cut: { holds, values, surplusHolds, need },
      numbers: Float64Array.from(colValue.slice(0, this.spent)),
      spent: colValue[this.spent]!,
    }
  }

  dispose(): void {
    this.model.dispose()
  }
}
