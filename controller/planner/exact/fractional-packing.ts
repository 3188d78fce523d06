import { fillBest } from '../packing/knapsack'
import { createLinearModel, type LinearModel, type LinearSolver } from '../linear-solver'
import { at, countsOf, type Bin, type PackingProblem } from '../packing/problem'
import { cutFrom, type Cut } from './cut'

/**
 * Whether given instances could hold all processes if contents could be mixed by fractions. If not, says why in a form that rules out every
 * other choice of instances with the same shortage: a cut.
 */
export class FractionalPacking {
  private readonly model: LinearModel
  private readonly patterns: Bin[] = []
  private readonly known = new Set<string>()

  constructor(
    private readonly solver: LinearSolver,
    private readonly problem: PackingProblem,
    private readonly worth: ArrayLike<number>,
    patterns: Bin[],
  ) {
    this.model = createLinearModel(solver)
    problem.groups.forEach(({ count }) => this.model.addRow(count, solver.infinity, { indices: [], values: [] }))
    problem.classes.forEach(() => this.model.addRow(-solver.infinity, 0, { indices: [], values: [] }))
    problem.groups.forEach((_, group) =>
      this.model.addCol(Math.max(1e-4, at(worth, group)), 0, solver.infinity, { indices: [group], values: [1] }),
    )
    for (const pattern of patterns) this.add(pattern)
  }

  private add({ classIndex, content }: Bin): boolean {
    const key = `${classIndex}:${content.join()}`
    if (this.known.has(key)) return false
    this.known.add(key)
    const indices: number[] = []
    const values: number[] = []
    content.forEach((count, group) => {
      if (count === 0) return
      indices.push(group)
      values.push(count)
    })
    indices.push(this.problem.groups.length + classIndex)
    values.push(1)
    this.model.addCol(0, 0, this.solver.infinity, { indices, values })
    return true
  }

  /** @returns a cut that these numbers break, or undefined where there is none (or the solver gave up). */
  findCut(numbers: ArrayLike<number>, nodes: number): Cut | undefined {
    const { groups, classes } = this.problem
    const counts = countsOf(this.problem)
    classes.forEach((_, index) =>
      this.model.changeRowBounds(groups.length + index, -this.solver.infinity, at(numbers, index)),
    )
    for (let round = 0; round < mostRounds; round++) {
      this.model.run()
      if (this.model.getModelStatus() !== 7) return undefined
      if (this.model.getObjectiveValue() < packedTolerance) return undefined
      const values = this.model.getSolution().rowDual.slice(0, groups.length).map((dual) => Math.max(0, dual))
      let held = 0
      let isNew = false
      classes.forEach((instanceClass, classIndex) => {
        if (at(numbers, classIndex) === 0) return
        const { content, upperBound } = fillBest(this.problem, instanceClass, values, counts, nodes)
        held += upperBound * at(numbers, classIndex)
        if (this.add({ classIndex, content })) isNew = true
      })
      const need = groups.reduce((sum, { count }, group) => sum + count * at(values, group), 0)
      if (held < need * (1 - breakTolerance)) return cutFrom(this.problem, values, nodes)
      if (!isNew) return undefined
    }
    return undefined
  }

  dispose(): void {
    this.model.dispose()
  }
}

const mostRounds = 30
/** Less value than this outside is rounding. */
const packedTolerance = 1e-7
const breakTolerance = 1e-7
