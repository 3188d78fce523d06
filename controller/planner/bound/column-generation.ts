import type { LinearSolver } from '../search/linear-solver'
import type { Effort } from '../search/effort'
import type { Incumbent } from '../search/incumbent'
import { solveKnapsack, type PricingLevel, type WarmStart } from '../pricing/knapsack'
import {
  costOfBin,
  countsOf,
  netWorthOf,
  worthOf,
  type Bin,
  type Counts,
  type PackingProblem,
} from '../model/packing-problem'
import { RestrictedMaster, type MasterSolution } from './restricted-master'
import { dualCutsOf } from './dual-cuts'
import { tuned } from '../search/strategy'

const {
  roundsBetweenPackings,
  roundsForRest,
  patience,
  roundsBetweenProofs,
  fewGroups,
  manyGroups,
  furtherContents,
  quickNodes,
  exactNodes,
  fewFound,
} = tuned.columnGeneration

interface ColumnGenerationInput {
  solver: LinearSolver
  problem: PackingProblem
  /** Of a process of each group, roughly. */
  firstDuals: Float64Array
  primalHeuristic: PrimalHeuristic
}

/** Packs greedily under given dual values. */
type PrimalHeuristic = (problem: PackingProblem, values: ArrayLike<number>) => Iterable<Bin[]>

/**
 * Column generation (Gilmore and Gomory, "A linear programming approach to the cutting-stock problem", 1961): solves the configuration
 * programme by generating, for the dual values of the last solution, the most valuable content of each class. The values are smoothed
 * (Wentges, "Weighted Dantzig-Wolfe decomposition for linear mixed-integer programming", 1997) and also guide greedy packings. Its bound
 * holds at any moment: values divided by the most that any class holds per USD of its price are a dual solution (Farley, "A note on bounding
 * a class of linear programming problems", 1990).
 */
export class ColumnGeneration {
  /** No packing costs less. */
  lowerBound = 0
  /** What a process of each group is worth, at the end: a value at which no class holds much more than it costs. */
  duals: Float64Array
  private readonly master: RestrictedMaster
  private readonly counts: Counts
  private readonly proofs: { bound: number; values: Float64Array }[] = []
  private readonly warmStarts: WarmStart[]
  private stabilityCenter: Float64Array | undefined
  private level: PricingLevel = 'heuristic'
  private round = 0
  private isAtEnd = false

  constructor(private readonly input: ColumnGenerationInput) {
    const { solver, problem, firstDuals } = input
    this.duals = firstDuals
    this.counts = countsOf(problem)
    this.warmStarts = problem.classes.map(() => ({}))
    this.master = new RestrictedMaster(solver, problem, dualCutsOf(problem, firstDuals))
  }

  get columns(): Bin[] {
    return this.master.columns
  }

  /** Values under which bounds were proven, the best bound first. */
  get provenDuals(): Float64Array[] {
    return this.proofs.sort((a, b) => b.bound - a.bound).map(({ values }) => values)
  }

  /**
   * Goes on until no content is worth more than its price, or the effort is over. What is packed on the way is offered. May be called
   * again to go on where it stood.
   * @param closeEnough what of the bound may be missing to the end.
   */
  run(incumbent: Incumbent, effort: Effort, closeEnough = 0): void {
    this.master.setDemand(
      this.counts,
      this.input.problem.classes.map(({ limit }) => limit),
    )
    this.addColumns(incumbent.bins)
    if (this.round > 0) this.level = 'exact'
    let raised = { bound: 0, round: this.round }
    for (; !this.isAtEnd && !effort.isOver; this.round++) {
      const answer = this.solve(effort)
      if (!answer) return
      const values = this.stabilityCenter ? smoothed(answer.duals, this.stabilityCenter) : answer.duals
      this.duals = values
      if (this.round % roundsBetweenPackings === 0) this.packGreedily(values, incumbent, effort)
      const found = this.priceColumns(values, answer, this.counts, effort, this.level)
      // Bounds of a quick look say too little to hold on to one.
      if (this.level !== 'exact') this.stabilityCenter = values
      if (incumbent.isOptimalBy(this.lowerBound)) return
      if (answer.cost <= this.lowerBound * (1 + closeEnough)) return
      if (this.level !== 'exact' || this.lowerBound > raised.bound * (1 + closeEnough / patience))
        raised = { bound: this.lowerBound, round: this.round }
      if (closeEnough > 0 && this.round - raised.round >= patience) return
      this.decideLevel(found, values === answer.duals)
    }
  }

  /** Adds contents that somebody else found. */
  addColumns(bins: Bin[]): void {
    for (const bin of bins) this.master.add(bin)
  }

  /** As long as much is found by a quick look, no closer look is taken; nothing is left to be found only if the closest found nothing. */
  private decideLevel(found: number, isWithoutCenter: boolean): void {
    // Of so many, a proof looks closely at few classes, and is made sooner than a content is found in each.
    const isMany = this.input.problem.groups.length > manyGroups
    const isDue = this.input.problem.groups.length <= fewGroups || this.round % roundsBetweenProofs === 0
    if (found === 0 && this.level === 'exact') {
      if (isWithoutCenter) this.isAtEnd = true
      this.stabilityCenter = undefined
    } else if (this.level === 'heuristic') {
      if (found <= fewFound) this.level = isMany ? 'exact' : 'improving'
    } else this.level = found === 0 || isDue || isMany ? 'exact' : 'improving'
  }

  /**
   * What it costs by fractions to cover only what remains, after some more contents for it have been generated.
   * @param limits of each class, how many instances are left.
   */
  solveResidual(remaining: Counts, limits: ArrayLike<number>, effort: Effort): MasterSolution | undefined {
    this.master.setDemand(remaining, limits)
    const level = this.input.problem.groups.length > manyGroups ? 'heuristic' : 'improving'
    let answer = this.solve(effort)
    for (let round = 0; round < roundsForRest && answer && !effort.isOver; round++) {
      if (this.priceColumns(answer.duals, answer, remaining, effort, level) === 0) break
      answer = this.solve(effort)
    }
    return answer
  }

  private solve(effort: Effort): MasterSolution | undefined {
    effort.spend(this.input.problem.groups.length * this.master.columns.length * 0.5)
    const answer = this.master.solve(effort.secondsLeft)
    if (!answer) effort.spend(Infinity)
    return answer
  }

  private packGreedily(values: Float64Array, incumbent: Incumbent, effort: Effort): void {
    effort.spend(this.input.problem.groups.length * this.input.problem.classes.length * 10)
    const { problem, primalHeuristic } = this.input
    for (const bins of primalHeuristic(problem, values)) {
      incumbent.offer(bins)
      // The others would only make each solution take longer.
      this.addColumns(bins.filter((bin) => worthOf(bin.content, values) >= costOfBin(problem, bin)))
    }
  }

  /** Adds contents that are worth more than their price, and notes the bound that these values prove. Answers how many there were. */
  private priceColumns(
    values: Float64Array,
    answer: MasterSolution,
    available: Counts,
    effort: Effort,
    level: PricingLevel,
  ): number {
    const { problem } = this.input
    const isWhole = available === this.counts
    const prices = problem.classes.map(({ price }, index) => price + answer.limitDuals[index]!)
    const isProof = level === 'exact' && problem.groups.length > fewGroups
    let found = 0
    const fill = (classIndex: number, left: Counts, how: PricingLevel) => {
      const goal = prices[classIndex]! * (1 + priceTolerance)
      const warmStart = this.warmStarts[classIndex]!
      const nodes = how === 'heuristic' ? quickNodes : exactNodes
      const options = { nodes, goal, warmStart, level: how }
      const filling = solveKnapsack(problem, problem.classes[classIndex]!, values, left, options)
      const { content } = filling
      effort.spend(filling.steps)
      this.warmStarts[classIndex] = filling.warmStart
      const bin = content && { classIndex, content }
      if (bin && netWorthOf(problem, bin, answer.duals) > goal && this.master.add(bin)) found += 1
      return filling
    }
    const over = prices.map((price, classIndex) => {
      const isLate = effort.isOver
      if (isLate && !isWhole) return Infinity
      const { upperBound, content } = fill(classIndex, available, isProof || isLate ? 'heuristic' : level)
      // What remains changes soon: one of each is enough.
      const most = isWhole && !isLate && content ? furtherContents : 0
      if (content)
        this.addOthers(most, content, available, (left) => fill(classIndex, left, 'heuristic').content)
      return upperBound / price
    })
    if (isProof)
      proveMost(
        over,
        effort,
        (classIndex) => fill(classIndex, available, 'exact').upperBound / prices[classIndex]!,
      )
    if (isWhole) this.noteBound(values, answer, Math.max(1, ...over))
    return found
  }

  /** Contents that have nothing in common with those before. */
  private addOthers(
    most: number,
    first: Int32Array,
    available: Counts,
    fill: (left: Counts) => Int32Array | undefined,
  ): void {
    let left = available
    let last: Int32Array | undefined = first
    for (let more = 0; more < most && last; more++) {
      const used: Int32Array = last
      left = left.map((count, group) => (used[group]! > 0 ? 0 : count))
      last = fill(left)
    }
  }

  private noteBound(values: Float64Array, answer: MasterSolution, over: number): void {
    const bound = this.boundOf(values, answer, over)
    this.proofs.push({ bound, values: values.map((value) => value / over) })
    if (bound <= this.lowerBound) return
    this.lowerBound = bound
    // The solution's values leap from round to round; half way to those of the best bound, or of the last round, far fewer rounds are needed.
    this.stabilityCenter = values
  }

  /** The values are scaled down until no content is worth too much; what is paid for the scarcity of classes with a limit stays as it is. */
  private boundOf(values: Float64Array, { limitDuals: limitPrices }: MasterSolution, over: number): number {
    let bound = worthOf(this.counts, values) / over
    this.input.problem.classes.forEach(({ limit }, index) => {
      if (limitPrices[index]! > 0) bound -= limit * limitPrices[index]!
    })
    return bound
  }

  dispose(): void {
    this.master.dispose()
  }
}

/** Only the most that any class is over counts for the bound: looks closely at the worst until it is one that was looked at. */
function proveMost(over: number[], effort: Effort, exactly: (classIndex: number) => number): void {
  const proven = new Set<number>()
  while (!effort.isOver) {
    const most = Math.max(...over)
    const worst = over.indexOf(most)
    if (most <= 1 + priceTolerance || proven.has(worst)) return
    proven.add(worst)
    over[worst] = Math.min(most, exactly(worst))
  }
}

const smoothed = (one: Float64Array, other: Float64Array) =>
  one.map((value, index) => (value + other[index]!) / 2)

/** Contents that would gain less than this share are rounding. */
const priceTolerance = 1e-9
