import type { LinearSolver } from '../linear-solver'
import type { Effort } from '../packing/effort'
import { greedyPackings, type Incumbent } from '../packing/incumbent'
import { fillBest, type FillingCare, type FillingHint } from '../packing/knapsack'
import { at, countsOf, type Bin, type Counts, type PackingProblem } from '../packing/problem'
import { ConfigurationLp, type LpAnswer } from './configuration-lp'
import { exchangesOf } from './exchanges'

/**
 * Solves the configuration programme by generating, for the values of the last solution, the most valuable content of each class. Its bound
 * holds at any moment: values divided by the most that any class holds per USD of its price are a dual solution (Farley). The values
 * also guide greedy packings.
 */
export class ColumnGeneration {
  /** No packing costs less. */
  lowerBound = 0
  /** What a process of each group is worth, at the end: a value at which no class holds much more than it costs. */
  values: Float64Array
  private readonly lp: ConfigurationLp
  private readonly counts: Counts
  private readonly proofs: { bound: number; values: Float64Array }[] = []
  private readonly hints: FillingHint[]

  /** @param firstValues of the processes, roughly. */
  constructor(
    solver: LinearSolver,
    private readonly problem: PackingProblem,
    private readonly secondsLeft: () => number,
    firstValues: Float64Array,
  ) {
    this.values = firstValues
    this.counts = countsOf(problem)
    this.hints = problem.classes.map(() => ({}))
    this.lp = new ConfigurationLp(solver, problem, exchangesOf(problem, firstValues))
  }

  get patterns(): Bin[] {
    return this.lp.patterns
  }

  /** Values under which bounds were proven, the best bound first. */
  get history(): Float64Array[] {
    return this.proofs.sort((a, b) => b.bound - a.bound).map(({ values }) => values)
  }

  /** Goes on until no content is worth more than its price, or the effort is over. What is packed on the way is offered. */
  run(incumbent: Incumbent, effort: Effort): void {
    for (const bin of incumbent.bins) this.lp.add(bin)
    let center: Float64Array | undefined
    let isQuick = true
    let isProving = false
    for (let round = 0; round < mostRounds && !effort.isOver; round++) {
      const answer = this.solve(effort)
      if (!answer) return
      const values = center ? halfWay(answer.values, center) : answer.values
      this.values = values
      if (round % roundsBetweenPackings === 0) this.packGreedily(values, incumbent, effort)
      const care = isQuick ? 'quick' : round % EVERY === 0 || isProving ? 'prove' : 'find'
      const { found, over } = this.price(values, answer, this.counts, effort, care)
      const bound = this.boundOf(values, answer, over)
      if (process.env.LOG && round % 5 === 0)
        console.error(
          round,
          Math.round(process.cpuUsage().user / 1000),
          answer.cost.toFixed(3),
          this.lowerBound.toFixed(3),
          found,
          isQuick,
          this.patterns.length,
        )
      if (bound > this.lowerBound) {
        this.lowerBound = bound
        // The solution's values leap from round to round; half way to those of the best bound, far fewer rounds are needed.
        center = values
      }
      this.proofs.push({ bound, values: values.map((value) => value / over) })
      if (incumbent.cost <= this.lowerBound * (1 + closed)) return
      isProving = false
      if (found > 0) isQuick &&= found > fewFound
      else if (isQuick) isQuick = false
      else if (care === 'find') isProving = true
      else if (values === answer.values) return
      else center = undefined
    }
  }

  /**
   * What it costs by fractions to cover only what remains, after some more contents for it have been generated.
   * @param limits of each class, how many instances are left.
   */
  coverRest(remaining: Counts, limits: ArrayLike<number>, effort: Effort): LpAnswer | undefined {
    this.lp.cover(remaining, limits)
    let answer = this.solve(effort)
    for (let round = 0; round < roundsForRest && answer && !effort.isOver; round++) {
      const { found } = this.price(
        answer.values,
        answer,
        remaining,
        effort,
        round < roundsForRest / 2 ? 'quick' : 'find',
      )
      if (found === 0) break
      answer = this.solve(effort)
    }
    return answer
  }

  forbidExchanges(): void {
    this.lp.forbidExchanges()
  }

  private solve(effort: Effort): LpAnswer | undefined {
    effort.spend(this.problem.groups.length * 30 + this.lp.patterns.length * 50)
    const answer = this.lp.solve(this.secondsLeft())
    if (!answer) effort.spend(Infinity)
    return answer
  }

  private packGreedily(values: Float64Array, incumbent: Incumbent, effort: Effort): void {
    effort.spend(this.problem.groups.length * this.problem.classes.length * 10)
    for (const bins of greedyPackings(this.problem, values)) {
      incumbent.offer(bins)
      for (const bin of bins) this.lp.add(bin)
    }
  }

  /** How many new contents are worth more than their price, and the most that any class holds per USD of its price. */
  private price(
    values: Float64Array,
    answer: LpAnswer,
    available: Counts,
    effort: Effort,
    care: FillingCare,
  ): { found: number; over: number } {
    let over = 1
    let found = 0
    this.problem.classes.forEach((instanceClass, classIndex) => {
      const price = instanceClass.price + at(answer.limitPrices, classIndex)
      const filling = fillBest(this.problem, instanceClass, values, available, {
        nodes: care === 'quick' ? quickNodes : exactNodes,
        goal: price * (1 + priceTolerance),
        hint: at(this.hints, classIndex),
        care,
      })
      effort.spend(filling.steps)
      this.hints[classIndex] = filling.hint
      over = Math.max(over, filling.upperBound / price)
      let { content } = filling
      let left = available
      for (let more = MORE; content; more--) {
        if (
          worthOf(content, answer.values) > price * (1 + priceTolerance) &&
          this.lp.add({ classIndex, content })
        )
          found += 1
        if (more === 0) break
        const used: Int32Array = content
        left = left.map((count, group) => (at(used, group) > 0 ? 0 : count))
        const next = fillBest(this.problem, instanceClass, values, left, {
          nodes: quickNodes,
          goal: price * (1 + priceTolerance),
          hint: filling.hint,
          care: 'quick',
        })
        effort.spend(next.steps)
        content = next.content
      }
    })
    return { found, over }
  }

  /** What is paid for the scarcity of classes with a limit is not needed by the processes. */
  private boundOf(values: Float64Array, { limitPrices }: LpAnswer, over: number): number {
    let need = worthOf(this.counts, values)
    this.problem.classes.forEach(({ limit }, index) => {
      if (at(limitPrices, index) > 0) need -= limit * at(limitPrices, index)
    })
    return need / over
  }

  dispose(): void {
    this.lp.dispose()
  }
}

const halfWay = (one: Float64Array, other: Float64Array) =>
  one.map((value, index) => (value + at(other, index)) / 2)

function worthOf(counts: Int32Array, values: Float64Array): number {
  let worth = 0
  for (let group = 0; group < counts.length; group++) worth += at(counts, group) * at(values, group)
  return worth
}

const EVERY = Number(process.env.EVERY ?? 5)
const MORE = Number(process.env.MORE ?? 0)
const mostRounds = 400
const roundsBetweenPackings = 4
const roundsForRest = 6
const quickNodes = 300
const exactNodes = 1000
/** With so few from a quick look, it is time to look closely. */
const fewFound = 8
/** Contents that would gain less than this share are rounding. */
const priceTolerance = 1e-9
/** Costs this close are one. */
const closed = 1e-7
