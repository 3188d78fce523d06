import { at, capacityFor, type Counts, type InstanceClass, type PackingProblem } from './problem'

/** What one instance could hold, column by column: of each candidate its group, its size and value, and how many there may be. */
export interface Candidates {
  length: number
  group: Int32Array
  cpu: Float64Array
  memory: Float64Array
  value: Float64Array
  most: Int32Array
}

/** The groups of which the instance could hold any, in the order of the problem. */
export function candidatesOf(
  { groups }: PackingProblem,
  instanceClass: InstanceClass,
  values: ArrayLike<number>,
  available: Counts,
): Candidates {
  const chosen: number[] = []
  const most: number[] = []
  for (let group = 0; group < groups.length; group++) {
    if (at(values, group) <= 0 || at(available, group) <= 0) continue
    const count = Math.min(at(available, group), capacityFor(instanceClass, at(groups, group)))
    if (count <= 0) continue
    chosen.push(group)
    most.push(count)
  }
  return {
    length: chosen.length,
    group: Int32Array.from(chosen),
    cpu: Float64Array.from(chosen, (group) => at(groups, group).cpu),
    memory: Float64Array.from(chosen, (group) => at(groups, group).memory),
    value: Float64Array.from(chosen, (group) => at(values, group)),
    most: Int32Array.from(most),
  }
}

/** The same candidates in another order; those not in it are left out. */
export function inOrder(candidates: Candidates, order: number[]): Candidates {
  const pick = (column: Float64Array) => Float64Array.from(order, (index) => at(column, index))
  return {
    length: order.length,
    group: Int32Array.from(order, (index) => at(candidates.group, index)),
    cpu: pick(candidates.cpu),
    memory: pick(candidates.memory),
    value: pick(candidates.value),
    most: Int32Array.from(order, (index) => at(candidates.most, index)),
  }
}
