import { solveKnapsack } from '../pricing/knapsack'
import {
  coefficientsOf,
  createLinearModel,
  optimalStatus,
  type LinearModel,
  type LinearSolver,
} from '../search/linear-solver'
import type { Effort } from '../search/effort'
import {
  countsOf,
  surplusOfBin,
  takeNeeded,
  withSurplusTimes,
  type Bin,
  type Counts,
  type PackingProblem,
} from '../model/packing-problem'
import { bendersCutFrom, searchingSteps, type BendersCut } from './benders-cut'

/** Processes are covered, or the values of a cut say why they cannot be, or the solver gave up. */
type Cover = { shares: Float64Array } | { values: Float64Array; surplusHolds: number } | undefined

/** How many instances of each class there are, by fractions too, and what may be spent on their surplus. */
export interface Choice {
  numbers: ArrayLike<number>
  spent: number
}

interface SubproblemLpInput {
  solver: LinearSolver
  problem: PackingProblem
  /** Of a process of each group: what leaving it out costs. */
  worth: ArrayLike<number>
  /** To begin with. */
  columns: Bin[]
  effort: Effort
}

/**
 * Whether given instances could hold all processes if contents could be mixed by fractions. If not, says why in a form that rules out every
 * other choice of instances with the same shortage; if so, the fractions show the way to a packing.
 */
export class SubproblemLp {
  private readonly model: LinearModel
  private readonly columns: Bin[] = []
  private readonly known = new Set<string>()
  /** The row of what is spent on surplus; there is none where no class has any. */
  private readonly spentRow: number | undefined

  constructor(private readonly input: SubproblemLpInput) {
    const { solver, problem, worth, columns } = input
    this.model = createLinearModel(solver)
    problem.groups.forEach(({ count }) =>
      this.model.addRow(count, solver.infinity, { indices: [], values: [] }),
    )
    problem.classes.forEach(() => this.model.addRow(-solver.infinity, 0, { indices: [], values: [] }))
    if (problem.classes.some(({ surplus }) => surplus)) {
      this.spentRow = problem.groups.length + problem.classes.length
      this.model.addRow(-solver.infinity, 0, { indices: [], values: [] })
    }
    problem.groups.forEach((_, group) =>
      this.model.addCol(Math.max(leastWorth, worth[group]!), 0, solver.infinity, {
        indices: [group],
        values: [1],
      }),
    )
    for (const column of columns) this.add(column)
  }

  private add({ classIndex, content }: Bin): boolean {
    const key = `${classIndex}:${content.join()}`
    if (this.known.has(key)) return false
    this.known.add(key)
    this.columns.push({ classIndex, content })
    const { indices, values } = coefficientsOf(content)
    indices.push(this.input.problem.groups.length + classIndex)
    values.push(1)
    const spent = surplusOfBin(this.input.problem, { classIndex, content })
    if (this.spentRow !== undefined && spent > 0) {
      indices.push(this.spentRow)
      values.push(spent)
    }
    this.model.addCol(0, 0, this.input.solver.infinity, { indices, values })
    return true
  }

  /** @returns a cut that this choice breaks; undefined where there is none (or the solver gave up). */
  findCut(choice: Choice, nodes: number): BendersCut | undefined {
    const cover = this.cover(countsOf(this.input.problem), choice, nodes)
    return cover && 'values' in cover
      ? bendersCutFrom(this.input.problem, cover.values, nodes, this.input.effort, cover.surplusHolds)
      : undefined
  }

  /** Fixes the content with the largest fraction, and again for the rest, as long as the rest can be covered. */
  pack({ numbers, spent }: Choice): Bin[] | undefined {
    const remaining = countsOf(this.input.problem)
    const left = Float64Array.from(numbers)
    let spentLeft = spent
    const bins: Bin[] = []
    while (remaining.some((count) => count > 0)) {
      const cover = this.cover(remaining, { numbers: left, spent: spentLeft }, divingNodes)
      if (!cover || 'values' in cover || this.input.effort.isOver) return undefined
      const { shares } = cover
      let most = -1
      shares.forEach((share, index) => {
        if (share > nothing && (most < 0 || share > shares[most]!)) most = index
      })
      if (most < 0) return undefined
      const { classIndex, content } = this.columns[most]!
      for (let times = Math.max(1, Math.floor(shares[most]! + nothing)); times > 0; times--) {
        left[classIndex]! -= 1
        const bin = { classIndex, content: takeNeeded(remaining, content) }
        spentLeft -= surplusOfBin(this.input.problem, bin)
        bins.push(bin)
      }
    }
    // Instances that turned out to be needless are as good as empty ones.
    return bins
  }

  private cover(counts: Counts, { numbers, spent }: Choice, nodes: number): Cover {
    const { groups, classes } = this.input.problem
    groups.forEach((_, group) =>
      this.model.changeRowBounds(group, counts[group]!, this.input.solver.infinity),
    )
    classes.forEach((_, index) =>
      this.model.changeRowBounds(
        groups.length + index,
        -this.input.solver.infinity,
        Math.max(0, numbers[index]!),
      ),
    )
    if (this.spentRow !== undefined)
      this.model.changeRowBounds(this.spentRow, -this.input.solver.infinity, Math.max(0, spent))
    let isBroken = false
    for (let round = 0; round < mostRounds && !this.input.effort.isOver; round++) {
      this.input.effort.spend(stepsPerRound)
      this.model.run()
      if (this.model.getModelStatus() !== optimalStatus) return undefined
      const { rowDual, colValue } = this.model.getSolution()
      if (this.model.getObjectiveValue() < coveredTolerance) return { shares: colValue.slice(groups.length) }
      const values = Float64Array.from(groups, (_, row) => Math.max(0, rowDual[row]!))
      const need = groups.reduce((sum, _, group) => sum + counts[group]! * values[group]!, 0)
      const surplusHolds = this.spentRow === undefined ? 0 : Math.max(0, -rowDual[this.spentRow]!)
      const prices = classes.map((_, index) => Math.max(0, -rowDual[groups.length + index]!))
      const isNew = [...new Set([Math.min(nodes, quickNodes), nodes])].some((some) => {
        const { held, found } = this.price({ values, surplusHolds, prices }, counts, numbers, some)
        if (held + surplusHolds * Math.max(0, spent) < need * (1 - breakTolerance)) isBroken = true
        return isBroken || found
      })
      if (isBroken) return { values, surplusHolds }
      if (!isNew) return undefined
    }
    return undefined
  }

  /** Adds what is worth more than the programme pays for an instance already. Answers what the instances can hold at most, and whether anything was new. */
  private price(
    { values, surplusHolds, prices }: { values: Float64Array; surplusHolds: number; prices: number[] },
    counts: Counts,
    numbers: ArrayLike<number>,
    nodes: number,
  ): { held: number; found: boolean } {
    let held = 0
    let found = false
    this.input.problem.classes.forEach((one, classIndex) => {
      if (numbers[classIndex]! <= nothing) return
      const instanceClass = withSurplusTimes(one, surplusHolds)
      const goal = prices[classIndex]! * (1 + breakTolerance / 10)
      const filling = solveKnapsack(this.input.problem, instanceClass, values, counts, {
        nodes,
        goal,
        level: 'heuristic',
      })
      this.input.effort.spend(filling.steps * searchingSteps)
      held += filling.upperBound * numbers[classIndex]!
      if (filling.content && this.add({ classIndex, content: filling.content })) found = true
    })
    return { held, found }
  }

  dispose(): void {
    this.model.dispose()
  }
}

const mostRounds = 30
const quickNodes = 300
const stepsPerRound = 4000
const divingNodes = 300
const leastWorth = 1e-4
/** Less of an instance than this is none. */
const nothing = 1e-7
/** Less value than this left out is rounding. */
const coveredTolerance = 1e-7
const breakTolerance = 1e-7
