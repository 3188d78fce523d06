import {
  capacityFor,
  capOn,
  type Counts,
  type InstanceCap,
  type InstanceClass,
  type PackingProblem,
} from '../model/packing-problem'

/** What one instance could hold, column by column: of each item its group, its size and value, and how many there may be. */
export interface Items {
  length: number
  idle: IdleCpu
  group: Int32Array
  cpu: Float64Array
  memory: Float64Array
  value: Float64Array
  most: Int32Array
  /** Of each item what cap it shares with another, if any; of all that share it, how many there may be together. */
  cap: (InstanceCap | undefined)[]
  mostTogether: Float64Array
}

/**
 * CPU that an instance would be charged for is worth its price where it stays idle, up to so much: a burstable instance is one with all its
 * surplus paid, of which what is not used is given back. So its cost is linear in what it holds, like that of any other.
 */
interface IdleCpu {
  /** Of a unit of CPU. */
  price: number
  most: number
}

export const idleWorth = ({ price, most }: IdleCpu, cpu: number): number => price * Math.min(cpu, most)

/** What is given back of an empty instance. */
export const wholeIdleWorth = ({ price, most }: IdleCpu): number => price * most

const idleCpuOf = ({ cpu, surplus }: InstanceClass): IdleCpu =>
  surplus ? { price: surplus.pricePerCpu, most: cpu - surplus.beyond } : { price: 0, most: 0 }

/** The groups of which the instance could hold any, in the order of the problem. */
export function itemsOf(
  { groups }: PackingProblem,
  instanceClass: InstanceClass,
  values: ArrayLike<number>,
  available: Counts,
): Items {
  const group = new Int32Array(groups.length)
  const cpu = new Float64Array(groups.length)
  const memory = new Float64Array(groups.length)
  const value = new Float64Array(groups.length)
  const most = new Int32Array(groups.length)
  const cap: Items['cap'] = []
  const mostTogether = new Float64Array(groups.length)
  let length = 0
  for (let index = 0; index < groups.length; index++) {
    const worth = values[index]!
    const left = available[index]!
    if (worth <= 0 || left <= 0) continue
    const one = groups[index]!
    const count = Math.min(left, capacityFor(instanceClass, one))
    if (count <= 0) continue
    group[length] = index
    cpu[length] = one.cpu
    memory[length] = one.memory
    value[length] = worth
    most[length] = count
    cap[length] = one.cap
    mostTogether[length] = capOn(instanceClass, one)
    length += 1
  }
  return {
    length,
    idle: idleCpuOf(instanceClass),
    group: group.subarray(0, length),
    cpu: cpu.subarray(0, length),
    memory: memory.subarray(0, length),
    value: value.subarray(0, length),
    most: most.subarray(0, length),
    cap,
    mostTogether: mostTogether.subarray(0, length),
  }
}

/** The same items in another order; those not in it are left out. */
export function reordered(items: Items, order: number[]): Items {
  const pick = (column: Float64Array) => {
    const picked = new Float64Array(order.length)
    for (let place = 0; place < order.length; place++) picked[place] = column[order[place]!]!
    return picked
  }
  return {
    length: order.length,
    idle: items.idle,
    group: Int32Array.from(order, (index) => items.group[index]!),
    cpu: pick(items.cpu),
    memory: pick(items.memory),
    value: pick(items.value),
    most: Int32Array.from(order, (index) => items.most[index]!),
    cap: order.map((index) => items.cap[index]),
    mostTogether: pick(items.mostTogether),
  }
}

/** Of each item the other one with the same cap; -1 where there is none. */
export function partnersOf({ length, cap }: Pick<Items, 'length' | 'cap'>): Int32Array {
  const partners = new Int32Array(length).fill(-1)
  const places = new Map<InstanceCap, number>()
  cap.forEach((one, place) => {
    if (!one) return
    const other = places.get(one)
    places.set(one, place)
    if (other === undefined) return
    partners[place] = other
    partners[other] = place
  })
  return partners
}
