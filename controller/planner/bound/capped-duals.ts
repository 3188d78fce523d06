import {
  countsOf,
  isAllowed,
  worthOf,
  type InstanceClass,
  type PackingProblem,
} from '../model/packing-problem'
import { holds } from '../model/sizes'
import { solveContinuousRelaxation } from '../pricing/continuous-relaxation'
import { itemsOf } from '../pricing/items'
import { solveKnapsack, type PricingLevel } from '../pricing/knapsack'
import type { Effort } from '../search/effort'
import { tuned } from '../search/strategy'

const { tolerance, mostCaps, nodes } = tuned.cappedDuals

/**
 * A lower bound from dual values under which some classes still hold more than they cost. Farley's bound scales all values down by the worst
 * of these; here the worst lowers only what it can hold and what is worth much more than its share of the room, then the next. Lower values
 * never let another class hold more, so that the bound holds whenever the effort ends, and Farley's scale is left with what is over by then.
 */
export function boundByCappedDuals(problem: PackingProblem, duals: Float64Array, effort: Effort): number {
  const { classes } = problem
  const counts = countsOf(problem)
  const mostHeld = (instanceClass: InstanceClass, level: PricingLevel) => {
    const goal = instanceClass.price * (1 + tolerance)
    const { upperBound, steps } = solveKnapsack(problem, instanceClass, values, counts, {
      nodes,
      goal,
      level,
    })
    effort.spend(steps)
    return upperBound
  }
  let values = duals
  let lowerBound = 0
  const over = classes.map((one) => mostHeld(one, 'heuristic') / one.price)
  /** Under which values a class was looked at closely. */
  const lookedAt: Float64Array[] = []
  const caps = new Int32Array(classes.length)
  for (;;) {
    const most = Math.max(1, ...over)
    lowerBound = Math.max(lowerBound, worthOf(counts, values) / most)
    if (most <= 1 + tolerance || effort.isOver) return lowerBound
    const worst = over.indexOf(most)
    const instanceClass = classes[worst]!
    if (lookedAt[worst] !== values) {
      over[worst] = Math.min(most, mostHeld(instanceClass, 'exact') / instanceClass.price)
      lookedAt[worst] = values
    } else if (caps[worst]! < mostCaps) {
      caps[worst]! += 1
      values = cappedFor(problem, instanceClass, values, (1 + tolerance) / most, effort)
    } else return lowerBound
  }
}

/** The values capped so that what the class holds by fractions falls to that share of what it is, nearly. */
function cappedFor(
  problem: PackingProblem,
  instanceClass: InstanceClass,
  values: Float64Array,
  part: number,
  effort: Effort,
): Float64Array {
  const counts = countsOf(problem)
  const relaxed = (some: Float64Array) => {
    const items = itemsOf(problem, instanceClass, some, counts)
    effort.spend(items.length * stepsPerItem)
    return solveContinuousRelaxation(instanceClass, items)
  }
  const { bound, share } = relaxed(values)
  const lines = roomPrices(problem, instanceClass, share)
  return cappedWhere(values, lines, (some) => relaxed(some).bound <= bound * part)
}

/** Of a process of each group, its share of the price of the room; Infinity for what cannot be there. */
const roomPrices = ({ groups }: PackingProblem, room: InstanceClass, share: number) =>
  groups.map((group) =>
    isAllowed(room, group) && holds(room, group)
      ? room.price *
        ((share * group.cpu) / (room.cpu || 1) + ((1 - share) * group.memory) / (room.memory || 1))
      : Infinity,
  )

/** The values capped at the highest multiple of the lines that is low enough, nearly. */
function cappedWhere(
  values: Float64Array,
  lines: number[],
  isLowEnough: (capped: Float64Array) => boolean,
): Float64Array {
  const capped = (multiple: number) => values.map((value, group) => Math.min(value, multiple * lines[group]!))
  let [low, high] = [1, highestMultiple]
  for (let round = 0; round < bisections; round++) {
    const middle = Math.sqrt(low * high)
    if (isLowEnough(capped(middle))) low = middle
    else high = middle
  }
  return capped(low)
}

const stepsPerItem = 15
const highestMultiple = 2
const bisections = 8
