import { mayStandIn, timesIn, type PackingProblem, type ProcessGroup } from '../model/packing-problem'
import { tuned } from '../search/strategy'

/** In place of one process of a group, so many of another fit wherever that one is. */
export interface DualCut {
  from: number
  to: number
  count: number
}

/**
 * Dual cuts (Valério de Carvalho, "Using extra dual cuts to accelerate column generation", 2005): exchanges that are always possible, for
 * each group those that make most of its place. In the linear programme they keep a process's value from falling below that of what fits in
 * its place, so that values come near their end in far fewer rounds.
 * @param values what a process of each group is worth, roughly.
 */
export function dualCutsOf({ groups }: PackingProblem, values: ArrayLike<number>): DualCut[] {
  return groups.flatMap((group, from) => {
    const possible: (DualCut & { worth: number })[] = []
    groups.forEach((other, to) => {
      const count = from === to ? 0 : fitting(group, other)
      if (count > 0 && !areAlike(group, other)) possible.push({ from, to, count, worth: count * values[to]! })
    })
    return possible.sort((a, b) => b.worth - a.worth || a.to - b.to).slice(0, tuned.columnGeneration.dualCuts)
  })
}

function fitting(place: ProcessGroup, other: ProcessGroup): number {
  if (!mayStandIn(other, place)) return 0
  return Math.min(
    timesIn(place.cpu, other.cpu),
    timesIn(place.memory, other.memory),
    timesIn(place.cpuUsed, other.cpuUsed),
    other.count,
    mostOf(other),
  )
}

/** Beside others of its kind there may be even fewer; a bound is proven by pricing, whatever the values are. */
const mostOf = ({ cap, isOnDemandOnly }: ProcessGroup): number =>
  !cap ? Infinity : isOnDemandOnly ? cap.onDemand : Math.min(cap.onSpot, cap.onDemand)

/** Each could stand for the other without end. */
const areAlike = (a: ProcessGroup, b: ProcessGroup) =>
  a.cpu === b.cpu &&
  a.memory === b.memory &&
  a.cpuUsed === b.cpuUsed &&
  a.isOnDemandOnly === b.isOnDemandOnly &&
  a.side === b.side
