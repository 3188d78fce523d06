import { itemsOf, partnersOf, reordered, wholeIdleWorth, type Items } from './items'
import { fillBalanced } from './greedy-fill'
import { BranchAndBound } from './branch-and-bound'
import { solveByDynamicProgramming } from './dynamic-programming'
import { repair } from './repair'
import { solveLagrangianDual, type LagrangianBound, type Multiplier } from './lagrangian'
import {
  corners,
  withSurplusTimes,
  worthOf,
  type Counts,
  type InstanceClass,
  type PackingProblem,
} from '../model/packing-problem'
import { totalLoad } from '../model/sizes'
import { hasMeasuredUse } from '../model/measured-use'
import { surplusCost, type Surplus } from '../model/tariff'
import {
  DantzigBound,
  solveContinuousRelaxation,
  ContinuousRelaxation,
  type CompletionBound,
} from './continuous-relaxation'
import { tuned } from '../search/strategy'

const { ambitions, fewItems, fewProcesses, firstRounds, roundsAgain } = tuned.pricing

interface KnapsackSolution {
  /** Undefined where nothing was found that beats the goal. */
  content: Int32Array | undefined
  /** Net of what the content costs in surplus. */
  value: number
  /** No content of this class is worth more, net. Equal to `value`, or at most the goal, when the search came to its end. */
  upperBound: number
  /** What it took; see Effort. */
  steps: number
  /** To start from when the same class is filled under values much like these. */
  warmStart: WarmStart
}

export interface WarmStart {
  share?: number
  multiplier?: Multiplier
}

/**
 * Whether a good content that comes easily is enough, or one worth more than the goal, or only the best: in this order upper bounds come
 * nearer.
 */
export type PricingLevel = 'heuristic' | 'improving' | 'exact'

interface KnapsackOptions {
  /** After so many nodes of search the best so far is returned, with a bound that still holds. */
  nodes: number
  /** Only a content worth more than this, net, is of interest. */
  goal?: number
  warmStart?: WarmStart
  level?: PricingLevel
}

/**
 * The most valuable content of one instance: a bounded knapsack in two dimensions, in which idle CPU of a burstable instance has a value too. By depth-first search under the bounds of relaxations,
 * and for small instances that these cannot settle, by a table.
 */
export function solveKnapsack(
  problem: PackingProblem,
  instanceClass: InstanceClass,
  values: ArrayLike<number>,
  available: Counts,
  options: KnapsackOptions,
): KnapsackSolution {
  if (instanceClass.surplus && hasMeasuredUse(problem))
    return solveForMeasuredUse(problem, instanceClass, instanceClass.surplus, values, available, options)
  const { nodes, goal = 0, warmStart = {}, level = 'exact' } = options
  const all = itemsOf(problem, instanceClass, values, available)
  const everything = fillWithEverything(problem, instanceClass, all)
  if (everything) return { ...everything, steps: all.length, warmStart }
  const given = wholeIdleWorth(all.idle)
  const relaxation = solveContinuousRelaxation(instanceClass, all, warmStart.share, goal + given)
  const { share } = relaxation
  const worthOfContent = (content: Int32Array) =>
    given + worthOf(content, values) - (given > 0 ? surplusOf(problem, instanceClass, content) : 0)
  const outcome = new Outcome(goal, given, worthOfContent, relaxation.bound, all.length * stepsPerCandidate)
  if (outcome.isSettled) return outcome.filling({ ...warmStart, share })
  const balanced = corners(instanceClass, 1).map((corner) =>
    balancedContent(problem, corner, values, available),
  )
  for (const content of balanced) outcome.offer(content)
  const core = reordered(all, coreOrder(all, relaxation, outcome.goal))
  const search = (bounds: CompletionBound[], ambition: number) => {
    const goal = outcome.goalFor(ambition)
    const { hasEnded, hasFound, best, bestValue, looks } = new BranchAndBound(core, bounds, goal, nodes).run(
      instanceClass,
    )
    outcome.steps += looks * bounds.length * stepsPerLook
    if (hasFound) outcome.offer(contentOf(problem, core, best))
    if (hasEnded) outcome.bound(bestValue)
    return hasEnded
  }
  const prices = new ContinuousRelaxation(instanceClass, core, share, relaxation.price)
  search(core.length > fewItems ? [prices] : [prices, new DantzigBound(core, prices)], 0)
  if (level === 'heuristic' || outcome.isSettled || (level === 'improving' && outcome.hasContent))
    return outcome.filling({ ...warmStart, share })
  const lagrangians = lagrangiansFor(instanceClass, core, prices, outcome.goal, level, warmStart.multiplier)
  for (const { bound, counts, states } of lagrangians) {
    outcome.steps += states * stepsPerState
    outcome.bound(bound)
    outcome.offer(contentOf(problem, core, repair(instanceClass, core, counts)))
  }
  ambitions.some((ambition) => outcome.isSettled || !search(lagrangians, ambition))
  if (level === 'exact' && !outcome.isSettled && processesIn(balanced.at(-1)) <= fewProcesses) {
    const { counts, upperBound, states } = solveByDynamicProgramming(instanceClass, core)
    outcome.steps += states * stepsPerState
    outcome.bound(upperBound)
    outcome.offer(contentOf(problem, core, repair(instanceClass, core, counts)))
  }
  return outcome.filling({ share, multiplier: lagrangians[0]?.pricing })
}

/**
 * The same where use differs from what is asked for, and is a third dimension: by Lagrangian relaxation. The surplus is the most that `times` from
 * 0 to 1 make of `times` × price × (use − baseline), so that under each of them no content is worth less than it is: the bound. Where the
 * content uses more than the baseline under 1, or no more under 0, it is the best; between them, use decides which way to go.
 */
function solveForMeasuredUse(
  problem: PackingProblem,
  instanceClass: InstanceClass,
  surplus: Surplus,
  values: ArrayLike<number>,
  available: Counts,
  options: KnapsackOptions,
): KnapsackSolution {
  const { goal = 0, level = 'exact' } = options
  const withoutSurplus = withSurplusTimes(instanceClass, 0)
  const best: KnapsackSolution = {
    content: undefined,
    value: 0,
    upperBound: Infinity,
    steps: 0,
    warmStart: {},
  }
  const solveUnder = (times: number) => {
    const price = surplus.pricePerCpu * times
    const given = price * surplus.beyond
    const net = Float64Array.from(problem.groups, ({ cpuUsed }, group) => values[group]! - price * cpuUsed)
    const { content, upperBound, steps } = solveKnapsack(problem, withoutSurplus, net, available, {
      ...options,
      goal: Math.max(0, goal - given),
      warmStart: {},
    })
    best.steps += steps
    best.upperBound = Math.min(best.upperBound, upperBound + given)
    if (!content) return false
    const { cpuUsed } = totalLoad(problem.groups, content)
    const value = worthOf(content, values) - surplusCost(instanceClass, cpuUsed)
    if (value > Math.max(goal, best.value)) Object.assign(best, { content, value })
    return cpuUsed > surplus.beyond
  }
  const isSettled = () => best.upperBound <= Math.max(goal, best.value) * (1 + 2 * roundingRoom)
  let [low, high] = [0, 1]
  if (!solveUnder(high) && !isSettled() && solveUnder(low))
    for (let round = 0; round < roundsOfUse[level] && !isSettled(); round++) {
      const middle = (low + high) / 2
      if (solveUnder(middle)) low = middle
      else high = middle
    }
  return { ...best, upperBound: Math.max(best.upperBound, best.value) }
}

const roundsOfUse: Record<PricingLevel, number> = { heuristic: 1, improving: 3, exact: 6 }

/** For a proof, and the first time, each dimension is kept whole once; the tighter one comes first. */
function lagrangiansFor(
  room: InstanceClass,
  items: Items,
  { cpuPrice, memoryPrice }: ContinuousRelaxation,
  goal: number,
  level: PricingLevel,
  pricing: Multiplier | undefined,
): LagrangianBound[] {
  if (pricing && level !== 'exact') return [solveLagrangianDual(room, items, pricing, goal, roundsAgain)]
  return [
    solveLagrangianDual(room, items, { whole: 'cpu', price: memoryPrice }, goal, firstRounds),
    solveLagrangianDual(room, items, { whole: 'memory', price: cpuPrice }, goal, firstRounds),
  ].sort((a, b) => a.bound - b.bound)
}

/** The best content so far and what none can exceed, each with what idle CPU is worth. */
class Outcome {
  goal: number
  private content: Int32Array | undefined
  private value: number
  private upperBound: number

  constructor(
    netGoal: number,
    /** What of the worth is not the content's, but that of an empty instance. */
    private readonly given: number,
    private readonly worthOfContent: (content: Int32Array) => number,
    firstBound: number,
    public steps: number,
  ) {
    this.goal = netGoal + given
    this.value = given
    this.upperBound = firstBound * (1 + roundingRoom)
  }

  offer(content: Int32Array): void {
    const value = this.worthOfContent(content)
    if (value <= this.goal) return
    this.goal = value
    this.value = value
    this.content = content
  }

  /** From 0, all that is better than what is there, to 1, only what could not be better. */
  goalFor(ambition: number): number {
    return this.goal + ambition * Math.max(0, this.upperBound - this.goal)
  }

  bound(upperBound: number): void {
    this.upperBound = Math.min(this.upperBound, upperBound * (1 + roundingRoom))
  }

  /** Whether nothing better than what is there can be found. */
  get isSettled(): boolean {
    return this.upperBound <= this.goal * (1 + 2 * roundingRoom)
  }

  get hasContent(): boolean {
    return this.content !== undefined
  }

  filling(warmStart: WarmStart): KnapsackSolution {
    return {
      content: this.content,
      value: this.value - this.given,
      upperBound: Math.max(this.upperBound, this.value) - this.given,
      steps: this.steps,
      warmStart,
    }
  }
}

function fillWithEverything(
  { groups }: PackingProblem,
  instanceClass: InstanceClass,
  items: Items,
): Omit<KnapsackSolution, 'warmStart' | 'steps'> | undefined {
  let cpu = 0
  let memory = 0
  let value = 0
  for (let index = 0; index < items.length; index++) {
    cpu += items.cpu[index]! * items.most[index]!
    memory += items.memory[index]! * items.most[index]!
    value += items.value[index]! * items.most[index]!
  }
  if (cpu > instanceClass.cpu || memory > instanceClass.memory) return undefined
  const exceedsCap = (partner: number, index: number) =>
    partner >= 0 && items.most[index]! + items.most[partner]! > items.mostTogether[index]!
  if (partnersOf(items).some(exceedsCap)) return undefined
  const extra = surplusCost(instanceClass, cpu)
  if (extra > 0 && items.value.some((one, index) => one < items.idle.price * items.cpu[index]!))
    return undefined
  const content = new Int32Array(groups.length)
  items.group.forEach((group, index) => {
    content[group] = items.most[index]!
  })
  return { content, value: value - extra, upperBound: value - extra }
}

const surplusOf = ({ groups }: PackingProblem, instanceClass: InstanceClass, content: Int32Array) =>
  surplusCost(instanceClass, totalLoad(groups, content).cpuUsed)

const processesIn = (content: Int32Array | undefined) => content?.reduce((sum, count) => sum + count, 0) ?? 0

/** A good content at once: without it, the search may be lost where one dimension runs out early. */
function balancedContent(
  problem: PackingProblem,
  instanceClass: InstanceClass,
  values: ArrayLike<number>,
  available: Counts,
): Int32Array {
  const content = new Int32Array(problem.groups.length)
  const worthwhile = available.map((count, group) => (values[group]! > 0 ? count : 0))
  fillBalanced(values)(problem, instanceClass, worthwhile, content)
  return content
}

/** Those worth most for their room first; those of which a single process would lose too much to beat the goal are left out. */
function coreOrder(
  { length, cpu, memory, value }: Items,
  { gains, bound, cpuPrice, memoryPrice }: ContinuousRelaxation,
  goal: number,
): number[] {
  const efficiency = Float64Array.from(
    { length },
    (_, index) => value[index]! / (cpu[index]! * cpuPrice + memory[index]! * memoryPrice),
  )
  const order: number[] = []
  for (let index = 0; index < length; index++) if (bound + gains[index]! >= goal) order.push(index)
  return order.sort((a, b) => efficiency[b]! - efficiency[a]! || a - b)
}

function contentOf({ groups }: PackingProblem, items: Items, counts: Int32Array): Int32Array {
  const content = new Int32Array(groups.length)
  items.group.forEach((group, index) => {
    content[group] = counts[index]!
  })
  return content
}

const stepsPerCandidate = 15
const stepsPerLook = 0.3
const stepsPerState = 0.03
/** Of the bound, for the rounding of its sum. */
const roundingRoom = 1e-11
