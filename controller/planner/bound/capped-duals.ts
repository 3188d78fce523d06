import {
  countsOf,
  isAllowed,
  worthOf,
  type InstanceClass,
  type PackingProblem,
} from '../model/packing-problem'
import { holds } from '../model/sizes'
import { solveKnapsack, type PricingLevel } from '../pricing/knapsack'
import type { Effort } from '../search/effort'

/**
 * A lower bound from dual values under which some classes still hold more than they cost. Farley's bound ("A note on bounding a class of
 * linear programming problems", 1990) scales all values down by the worst of these; here each lowers only what it can hold and what is worth
 * much more than its share of the room. Lower values never let another class hold more, so that each is looked at once, and Farley's
 * scale is left with what the relaxations overrate.
 */
export function boundByCappedDuals(problem: PackingProblem, duals: Float64Array, effort: Effort): number {
  const counts = countsOf(problem)
  let values = duals
  let over = 1
  for (const instanceClass of problem.classes) {
    const goal = instanceClass.price * (1 + tolerance)
    const mostHeld = (some: Float64Array, level: PricingLevel, enough = goal) => {
      const { upperBound, steps, warmStart } = solveKnapsack(problem, instanceClass, some, counts, {
        nodes,
        goal: enough,
        level,
      })
      effort.spend(steps)
      return { upperBound, share: warmStart.share }
    }
    const exactly = (some: Float64Array) => mostHeld(some, effort.isOver ? 'heuristic' : 'exact').upperBound
    const { upperBound: roughly, share = 0.5 } = mostHeld(values, 'heuristic')
    let held = roughly > goal ? exactly(values) : roughly
    if (held > goal) {
      // Caps are looked for by the rough bound, taken to be as much too high for all as for the first.
      const enough = (goal * roughly) / held
      const lines = roomPrices(problem, instanceClass, share)
      values = cappedWhere(values, lines, (some) => mostHeld(some, 'heuristic', enough).upperBound <= enough)
      held = exactly(values)
    }
    over = Math.max(over, held / instanceClass.price)
  }
  return worthOf(counts, values) / over
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

/** What a class may hold above its price. */
const tolerance = 0.01
const nodes = 300
const highestMultiple = 2
const bisections = 8
