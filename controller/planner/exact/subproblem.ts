import { solveKnapsack } from '../pricing/knapsack'
import {
  capacityFor,
  costTolerance,
  countsOf,
  leftOfCap,
  surplusOfBin,
  timesIn,
  type Bin,
  type Counts,
  type PackingProblem,
} from '../model/packing-problem'
import { totalLoad } from '../model/sizes'
import { usableInPrice } from '../model/tariff'
import type { Effort } from '../search/effort'
import { tuned } from '../search/strategy'
import type { BendersCut } from './benders-cut'
import type { Choice } from './subproblem-lp'

export type Packing = { bins: Bin[] } | 'impossible' | 'unknown'

/**
 * Whether all processes fit into given instances, by depth-first search over the contents of one instance after another.
 * Tries only contents to which nothing can be added at no cost, alike instances in descending order of content, and gives up a branch as soon as
 * some cut says that more value was wasted than there is to spare.
 * @param choice how many instances of each class, and what may be spent on surplus.
 * @param steps after so many decisions on how many of a group an instance holds the answer is 'unknown'.
 */
export function packInto(
  problem: PackingProblem,
  { numbers, spent }: Choice,
  cuts: BendersCut[],
  steps: number,
  effort: Effort,
): Packing {
  return new PackingSearch(problem, instancesOf(problem, numbers), spent, cuts, steps, effort).run()
}

/** Quickly: each instance in turn gets the content of most value, as each cut values it. Never answers 'impossible'. */
export function packOneByOne(
  problem: PackingProblem,
  numbers: ArrayLike<number>,
  cuts: BendersCut[],
): Packing {
  const instances = instancesOf(problem, numbers)
  for (const { values } of cuts) {
    const remaining = countsOf(problem)
    const bins = instances.map((classIndex) => {
      const { content } = solveKnapsack(problem, problem.classes[classIndex]!, values, remaining, {
        nodes: 100,
        level: 'heuristic',
      })
      if (!content) return { classIndex, content: new Int32Array(remaining.length) }
      for (let group = 0; group < content.length; group++) remaining[group]! -= content[group]!
      return { classIndex, content }
    })
    if (remaining.every((count) => count === 0)) return { bins }
  }
  return 'unknown'
}

/** Class of each instance. Spot and small ones first: they hold the fewest contents, and waste there shows soonest. */
function instancesOf({ classes }: PackingProblem, numbers: ArrayLike<number>): number[] {
  const instances = classes.flatMap((_, index) => Array.from({ length: numbers[index]! }, () => index))
  return instances.sort(
    (a, b) =>
      Number(classes[b]!.isSpot) - Number(classes[a]!.isSpot) ||
      classes[a]!.price - classes[b]!.price ||
      a - b,
  )
}

class PackingSearch {
  private readonly remaining: Counts
  private readonly contents: Int32Array[]
  private readonly spare: Float64Array
  /** Groups, the largest first: they decide soonest. */
  private readonly groups: number[]
  private readonly most: Int32Array[]
  /** Of what remains for an instance, the most that could be spent on surplus in vain. */
  private readonly failed = new Map<string, number>()
  /** The cuts that have the least to spare. */
  private readonly tight: number[]
  private isOver = false

  constructor(
    private readonly problem: PackingProblem,
    private readonly order: number[],
    private spentLeft: number,
    private readonly cuts: BendersCut[],
    private steps: number,
    private readonly effort: Effort,
  ) {
    this.remaining = countsOf(problem)
    this.contents = order.map(() => new Int32Array(problem.groups.length))
    this.spare = Float64Array.from(
      cuts,
      (cut) =>
        order.reduce((sum, index) => sum + cut.holds[index]!, 0) +
        cut.surplusHolds * spentLeft -
        cut.need +
        slackRounding,
    )
    const size = (index: number) => {
      const group = problem.groups[index]!
      const biggest = problem.classes.reduce(
        (max, { cpu, memory }) => ({ cpu: Math.max(max.cpu, cpu), memory: Math.max(max.memory, memory) }),
        { cpu: 1, memory: 1 },
      )
      return group.cpu / biggest.cpu + group.memory / biggest.memory
    }
    this.groups = problem.groups.map((_, index) => index).sort((a, b) => size(b) - size(a) || a - b)
    this.most = problem.classes.map((instanceClass) =>
      Int32Array.from(problem.groups, (group) => Math.min(group.count, capacityFor(instanceClass, group))),
    )
    const shareToSpare = (cut: number) => this.spare[cut]! / cuts[cut]!.need
    this.tight = [...cuts.keys()]
      .sort((a, b) => shareToSpare(a) - shareToSpare(b) || a - b)
      .slice(0, tuned.benders.tightCuts)
  }

  run(): Packing {
    if (this.fillBin(0)) {
      return { bins: this.order.map((classIndex, bin) => ({ classIndex, content: this.contents[bin]! })) }
    }
    return this.isOver ? 'unknown' : 'impossible'
  }

  private fillBin(bin: number): boolean {
    if (bin === this.order.length) return this.remaining.every((count) => count === 0)
    const isLikeLast = bin > 0 && this.order[bin - 1]! === this.order[bin]!
    const key = `${bin}:${this.remaining.join()}:${isLikeLast ? this.contents[bin - 1]!.join() : ''}`
    if ((this.failed.get(key) ?? -Infinity) >= this.spentLeft) return false
    const { cpu, memory } = this.problem.classes[this.order[bin]!]!
    if (this.addGroups(bin, 0, cpu, memory, isLikeLast, this.wantedIn(bin))) return true
    if (!this.isOver) this.failed.set(key, this.spentLeft)
    return false
  }

  /** By the tight cuts, what the content of this instance has to be worth. */
  private wantedIn(bin: number): Wanted[] {
    const classIndex = this.order[bin]!
    const most = this.most[classIndex]!
    return this.tight.map((cut) => {
      const { holds, values } = this.cuts[cut]!
      const within = new Float64Array(this.groups.length + 1)
      for (let position = this.groups.length - 1; position >= 0; position--) {
        const index = this.groups[position]!
        within[position] =
          within[position + 1]! + Math.min(this.remaining[index]!, most[index]!) * values[index]!
      }
      return { values, lacking: holds[classIndex]! - this.spare[cut]!, within }
    })
  }

  /** @param mustNotExceed the content so far equals the last one's, which it must not exceed. */
  private addGroups(
    bin: number,
    position: number,
    cpu: number,
    memory: number,
    mustNotExceed: boolean,
    wanted: Wanted[],
  ): boolean {
    if (this.steps-- <= 0 || !this.effort.spend(stepsPerGroup)) this.isOver = true
    if (this.isOver) return false
    if (position === this.groups.length) return this.closeBin(bin, cpu, memory)
    const index = this.groups[position]!
    const group = this.problem.groups[index]!
    const content = this.contents[bin]!
    const last = mustNotExceed ? this.contents[bin - 1]![index]! : Infinity
    const most = Math.min(
      this.remaining[index]!,
      this.most[this.order[bin]!]![index]!,
      timesIn(cpu, group.cpu),
      timesIn(memory, group.memory),
      leftOfCap(this.problem, this.problem.classes[this.order[bin]!]!, index, content),
      last,
    )
    lessen(wanted, index, most)
    let count = most
    // With fewer, what is lacking only grows.
    for (; count >= 0 && canBeHad(wanted, position + 1); count--) {
      content[index] = count
      this.remaining[index]! -= count
      const isDone = this.addGroups(
        bin,
        position + 1,
        cpu - group.cpu * count,
        memory - group.memory * count,
        mustNotExceed && count === last,
        wanted,
      )
      if (isDone) return true
      this.remaining[index]! += count
      lessen(wanted, index, -1)
    }
    lessen(wanted, index, -count)
    content[index] = 0
    return false
  }

  private closeBin(bin: number, cpu: number, memory: number): boolean {
    const classIndex = this.order[bin]!
    const content = this.contents[bin]!
    const instanceClass = this.problem.classes[classIndex]!
    const inPrice = usableInPrice(instanceClass) - totalLoad(this.problem.groups, content).cpuUsed
    const couldHoldMore = this.groups.some((index) => {
      const group = this.problem.groups[index]!
      return (
        this.remaining[index]! > 0 &&
        group.cpu <= cpu &&
        group.cpuUsed <= Math.max(0, inPrice) &&
        group.memory <= memory &&
        leftOfCap(this.problem, instanceClass, index, content) > 0 &&
        this.most[classIndex]![index]! > 0
      )
    })
    if (couldHoldMore) return false
    const spent = surplusOfBin(this.problem, { classIndex, content })
    if (spent > this.spentLeft + costTolerance / 2) return false
    const wasted = this.cuts.map((cut) => {
      let value = 0
      for (let group = 0; group < content.length; group++) value += content[group]! * cut.values[group]!
      return cut.holds[classIndex]! - value + cut.surplusHolds * spent
    })
    if (wasted.some((waste, cut) => waste > this.spare[cut]!)) return false
    wasted.forEach((waste, cut) => {
      this.spare[cut]! -= waste
    })
    this.spentLeft -= spent
    if (this.fillBin(bin + 1)) return true
    this.spentLeft += spent
    wasted.forEach((waste, cut) => {
      this.spare[cut]! += waste
    })
    return false
  }
}

/** What a content must be worth by one cut, if it is not to waste more than there is to spare. */
interface Wanted {
  /** Of a process of each group. */
  values: Float64Array
  /** Of the content so far. */
  lacking: number
  /** At most so much can be added from each position on. */
  within: Float64Array
}

function lessen(wanted: Wanted[], group: number, count: number): void {
  for (const one of wanted) one.lacking -= one.values[group]! * count
}

function canBeHad(wanted: Wanted[], position: number): boolean {
  for (const { lacking, within } of wanted) if (lacking > within[position]!) return false
  return true
}

const stepsPerGroup = 2

/** Values are sums of prices: rounding must not refuse a packing that wastes exactly what there is. */
const slackRounding = 1e-9
