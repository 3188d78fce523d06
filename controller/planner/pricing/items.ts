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
  const counts = new Int32Array(groups.length)
  let length = 0
  for (let index = 0; index < groups.length; index++) {
    if (values[index]! <= 0 || available[index]! <= 0) continue
    counts[index] = Math.max(0, Math.min(available[index]!, capacityFor(instanceClass, groups[index]!)))
    if (counts[index]! > 0) length += 1
  }
  const items = {
    length,
    idle: idleCpuOf(instanceClass),
    group: new Int32Array(length),
    cpu: new Float64Array(length),
    memory: new Float64Array(length),
    value: new Float64Array(length),
    most: new Int32Array(length),
    cap: [] as Items['cap'],
    mostTogether: new Float64Array(length),
  }
  let place = 0
  for (let index = 0; index < groups.length; index++) {
    if (counts[index] === 0) continue
    const one = groups[index]!
    items.group[place] = index
    items.cpu[place] = one.cpu
    items.memory[place] = one.memory
    items.value[place] = values[index]!
    items.most[place] = counts[index]!
    items.cap.push(one.cap)
    items.mostTogether[place] = capOn(instanceClass, one)
    place += 1
  }
  return items
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
