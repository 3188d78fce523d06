import type { MasterSolution } from '../bound/restricted-master'
import type { Size } from '../model/sizes'
import { itemsOf, reordered, type Items } from '../pricing/items'
import type { Effort } from '../search/effort'
import { repair } from '../pricing/repair'
import { isEmpty } from './greedy'
import type { Incumbent } from '../search/incumbent'
import { greedyPackings } from './initial-packings'
import {
  costOf,
  costTolerance,
  countsOf,
  worthOf,
  type Bin,
  type Counts,
  type PackingProblem,
} from '../model/packing-problem'
import { tuned } from '../search/strategy'

const { roundedEachTime, nearlyWhole, usefulEnough } = tuned.diving

/** The restricted master for what remains; see ColumnGeneration. */
export interface ResidualMaster {
  readonly columns: Bin[]
  solveResidual(remaining: Counts, limits: ArrayLike<number>, effort: Effort): MasterSolution | undefined
}

export interface DivingInput {
  problem: PackingProblem
  master: ResidualMaster
  /** Is offered what is found. */
  incumbent: Incumbent
  effort: Effort
  /** Instances that are already decided on. */
  kept?: Bin[]
}

/**
 * Diving (Sadykov et al., "Primal heuristics for branch and price", 2019): rounds the master's solution a little at a time, and solves it
 * anew for what remains. Each time the rest is also packed greedily under the duals of the moment: the best of all these endings counts.
 * Given up where even fractions cost as much as the best.
 */
export function dive({ problem, master, incumbent, effort, kept = [] }: DivingInput): void {
  const rest = new Rest(problem)
  for (const bin of kept) rest.run(bin)
  for (let round = 0; !isEmpty(rest.remaining) && !effort.isOver; round++) {
    const answer = master.solveResidual(rest.remaining, rest.limits, effort)
    if (!answer || costOf(problem, rest.bins) + answer.cost >= incumbent.cost - costTolerance) return
    effort.spend(problem.groups.length * problem.classes.length * 10)
    for (const bins of greedyPackings(rest.problem, answer.duals)) incumbent.offer([...rest.bins, ...bins])
    fixSome(master.columns, answer, rest, round === 0)
  }
  if (isEmpty(rest.remaining)) incumbent.offer(rest.bins)
}

/** What is still to be packed, and what is packed already. */
class Rest {
  readonly bins: Bin[] = []
  readonly remaining: Counts
  readonly limits: number[]

  constructor(private readonly whole: PackingProblem) {
    this.remaining = countsOf(whole)
    this.limits = whole.classes.map(({ limit }) => limit)
  }

  get problem(): PackingProblem {
    return {
      classes: this.whole.classes.map((one, index) => ({ ...one, limit: this.limits[index]! })),
      groups: this.whole.groups.map((group, index) => ({ ...group, count: this.remaining[index]! })),
    }
  }

  /** The content as far as it is still needed; the room of what is not goes to others. */
  needed({ classIndex, content }: Bin, duals: Float64Array): Bin {
    const needed = content.map((count, group) => Math.min(count, this.remaining[group]!))
    if (needed.every((count, group) => count === content[group])) return { classIndex, content }
    const room = this.whole.classes[classIndex]!
    const candidates = mostValuableFirst(room, itemsOf(this.whole, room, aboveZero(duals), this.remaining))
    const counts = candidates.group.map((group) => needed[group]!)
    const fitting = repair(room, candidates, counts)
    candidates.group.forEach((group, index) => {
      needed[group] = fitting[index]!
    })
    return { classIndex, content: needed }
  }

  run(bin: Bin): void {
    bin.content.forEach((count, group) => {
      this.remaining[group]! -= count
    })
    this.limits[bin.classIndex]! -= 1
    this.bins.push(bin)
  }
}

/** What is worth nothing needs its room all the same. */
const aboveZero = (duals: Float64Array) => duals.map((value) => Math.max(value, 1e-12))

function mostValuableFirst(room: Size, candidates: Items): Items {
  const density = candidates.value.map(
    (value, index) => value / (candidates.cpu[index]! / room.cpu + candidates.memory[index]! / room.memory),
  )
  return reordered(
    candidates,
    Array.from(density.keys()).sort((a, b) => density[b]! - density[a]!),
  )
}

/** Whole numbers are run as they are; of the fractions, the largest are rounded up. */
function fixSome(
  columns: Bin[],
  { shares, duals: duals }: MasterSolution,
  rest: Rest,
  isFirst: boolean,
): void {
  const before = rest.bins.length
  const run = (column: Bin, times: number) => {
    for (let time = 0; time < times && rest.limits[column.classIndex]! > 0; time++) {
      const bin = rest.needed(column, duals)
      const isFirstOfAll = rest.bins.length === before && !isEmpty(bin.content)
      if (!isFirstOfAll && worthOf(bin.content, duals) < usefulEnough * worthOf(column.content, duals)) return
      rest.run(bin)
    }
  }
  const fractions: { column: Bin; fraction: number }[] = []
  columns.forEach((column, index) => {
    const whole = Math.floor(shares[index]! + nothing)
    run(column, whole)
    const fraction = shares[index]! - whole
    if (fraction > nothing) fractions.push({ column, fraction })
  })
  if (isFirst && rest.bins.length > before) return
  fractions.sort((a, b) => b.fraction - a.fraction)
  const most = Math.ceil(fractions.length * roundedEachTime)
  fractions.forEach(({ column, fraction }, index) => {
    if (index < most || fraction > nearlyWhole) run(column, 1)
  })
}

const nothing = 1e-7
