import type { ColumnGeneration } from '../bound/column-generation'
import type { LpAnswer } from '../bound/configuration-lp'
import type { Effort } from './effort'
import { isEmpty } from './greedy'
import { greedyPackings, type Incumbent } from './incumbent'
import { at, countsOf, type Bin, type Counts, type PackingProblem } from './problem'

/**
 * Rounds the linear programme's solution a little at a time, and solves it anew for what remains. Each time the rest is also packed greedily
 * under the values of the moment: the best of all these endings counts.
 */
export function dive(
  problem: PackingProblem,
  generation: ColumnGeneration,
  incumbent: Incumbent,
  effort: Effort,
): void {
  const rest = new Rest(problem)
  generation.forbidExchanges()
  for (let round = 0; !isEmpty(rest.remaining) && !effort.isOver; round++) {
    const answer = generation.coverRest(rest.remaining, rest.limits, effort)
    if (!answer) return
    effort.spend(problem.groups.length * problem.classes.length * 10)
    for (const bins of greedyPackings(rest.problem, answer.values)) incumbent.offer([...rest.bins, ...bins])
    fixSome(generation.patterns, answer, rest, round === 0)
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
      classes: this.whole.classes.map((one, index) => ({ ...one, limit: at(this.limits, index) })),
      groups: this.whole.groups.map((group, index) => ({ ...group, count: at(this.remaining, index) })),
    }
  }

  /** Runs the content, or what of it is still needed. */
  take({ classIndex, content }: Bin): void {
    const needed = content.map((count, group) => Math.min(count, at(this.remaining, group)))
    needed.forEach((count, group) => {
      this.remaining[group] = at(this.remaining, group) - count
    })
    this.limits[classIndex] = at(this.limits, classIndex) - 1
    this.bins.push({ classIndex, content: needed })
  }

  /** How much of the content's value is still needed. */
  usefulShare({ content }: Bin, values: Float64Array): number {
    let value = 0
    let useful = 0
    for (let group = 0; group < content.length; group++) {
      value += at(content, group) * at(values, group)
      useful += Math.min(at(content, group), at(this.remaining, group)) * at(values, group)
    }
    return value > 0 ? useful / value : 0
  }
}

/** Whole numbers are run as they are; of the fractions, the largest are rounded up. */
function fixSome(patterns: Bin[], { shares, values }: LpAnswer, rest: Rest, isFirst: boolean): void {
  const before = rest.bins.length
  const run = (pattern: Bin, times: number) => {
    for (let time = 0; time < times && at(rest.limits, pattern.classIndex) > 0; time++) {
      if (rest.bins.length > before && rest.usefulShare(pattern, values) < usefulEnough) return
      rest.take(pattern)
    }
  }
  const fractions: { pattern: Bin; fraction: number }[] = []
  patterns.forEach((pattern, index) => {
    const whole = Math.floor(at(shares, index) + nothing)
    run(pattern, whole)
    const fraction = at(shares, index) - whole
    if (fraction > nothing) fractions.push({ pattern, fraction })
  })
  if (isFirst && rest.bins.length > before) return
  fractions.sort((a, b) => b.fraction - a.fraction)
  const most = Math.ceil(fractions.length * roundedEachTime)
  fractions.forEach(({ pattern, fraction }, index) => {
    if (index < most || fraction > nearlyWhole) run(pattern, 1)
  })
}

const nothing = 1e-7
const roundedEachTime = 0.05
const nearlyWhole = 0.8
/** A content of which much is not needed any more is left for the next solution. */
const usefulEnough = 0.98
