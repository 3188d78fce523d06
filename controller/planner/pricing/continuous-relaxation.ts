import type { Size } from '../model/sizes'
import { idleWorth, type Items } from './items'
import { timesIn } from '../model/packing-problem'

/** An upper bound of what items from `index` on can add in so much room, and what of its CPU stays idle. */
export interface CompletionBound {
  boundFrom(index: number, cpu: number, memory: number): number
}

/**
 * Prices for the room of one instance under which filling it, by fractions of processes too, is worth as little as can be said so (the dual
 * of the fractional knapsack). A content is worth less than that by the room left empty, by what it holds that is not worth its room, and by
 * what it leaves out that is.
 */
export class ContinuousRelaxation implements CompletionBound {
  readonly cpuPrice: number
  readonly memoryPrice: number
  /** What a process of each item is worth beyond its room; negative for those not worth it. */
  readonly gains: Float64Array
  /** What all items from here on are worth beyond their room. */
  private readonly gainsFrom: Float64Array

  /** @param price of the whole room. @param share of it that is CPU's, 0 to 1. */
  constructor(
    private readonly room: Size,
    { length, idle, cpu, memory, value, most }: Items,
    readonly share: number,
    readonly price: number,
  ) {
    this.cpuPrice = (price * share) / (room.cpu || 1)
    this.memoryPrice = (price * (1 - share)) / (room.memory || 1)
    this.gains = new Float64Array(length)
    this.gainsFrom = new Float64Array(length + 1)
    this.gainsFrom[length] = Math.max(0, idle.price - this.cpuPrice) * idle.most
    for (let index = length - 1; index >= 0; index--) {
      const gain = value[index]! - cpu[index]! * this.cpuPrice - memory[index]! * this.memoryPrice
      this.gains[index] = gain
      this.gainsFrom[index] = this.gainsFrom[index + 1]! + Math.max(0, gain) * most[index]!
    }
  }

  /** No content is worth more. */
  get bound(): number {
    return this.boundFrom(0, this.room.cpu, this.room.memory)
  }

  boundFrom(index: number, cpu: number, memory: number): number {
    return cpu * this.cpuPrice + memory * this.memoryPrice + this.gainsFrom[index]!
  }
}

/**
 * Dantzig's bound ("Discrete-variable extremum problems", 1957): the same prices, but only what still fits is counted; tighter, and takes
 * longer. @param items those worth most for their room first.
 */
export class DantzigBound implements CompletionBound {
  /** The items that are worth more for their room than idle CPU come before this place; no place where idle CPU is worth nothing. */
  private readonly idlePlace: number

  constructor(
    private readonly items: Items,
    private readonly prices: ContinuousRelaxation,
  ) {
    const { idle, length, cpu, memory, value } = items
    const { cpuPrice, memoryPrice } = prices
    let place = 0
    while (
      place < length &&
      value[place]! * cpuPrice >= idle.price * (cpu[place]! * cpuPrice + memory[place]! * memoryPrice)
    )
      place++
    this.idlePlace = idle.price > 0 ? place : Infinity
  }

  boundFrom(from: number, cpu: number, memory: number): number {
    const { idle, length, cpu: cpus, memory: memories, value, most } = this.items
    const { cpuPrice, memoryPrice } = this.prices
    const idlePlace = Math.max(from, this.idlePlace)
    let worth = 0
    let left = cpu * cpuPrice + memory * memoryPrice
    for (let index = from; ; index++) {
      if (index === idlePlace) {
        const weight = Math.min(cpu, idle.most) * cpuPrice
        if (weight >= left && weight > 0) return worth + (idle.price * left) / cpuPrice
        left -= weight
        worth += idleWorth(idle, cpu)
      }
      if (index >= length) return worth
      const oneCpu = cpus[index]!
      const oneMemory = memories[index]!
      if (oneCpu > cpu || oneMemory > memory) continue
      const count = Math.min(most[index]!, timesIn(cpu, oneCpu), timesIn(memory, oneMemory))
      const weight = oneCpu * cpuPrice + oneMemory * memoryPrice
      if (weight > 0 && weight * count >= left) return worth + (value[index]! * left) / weight
      left -= weight * count
      worth += value[index]! * count
    }
  }
}

/**
 * The relaxation with the least bound, or the first that shows that no content beats the goal.
 * @param firstShare from another time, to start near the answer.
 */
export function solveContinuousRelaxation(
  room: Size,
  items: Items,
  firstShare?: number,
  goal = 0,
): ContinuousRelaxation {
  let low = 0
  let high = 1
  let share = firstShare ?? 0.5
  let step = firstShare === undefined ? 0.25 : stepFromGuess
  let best: ContinuousRelaxation | undefined
  for (let round = 0; round < mostRounds; round++) {
    const { price, cpuUse, memoryUse } = fillByFractions(room, items, share)
    const answer = new ContinuousRelaxation(room, items, share, price)
    if (!best || answer.bound < best.bound) best = answer
    if (best.bound <= goal || Math.abs(cpuUse - memoryUse) < evenly) break
    // What is used more than it is there should cost more.
    if (cpuUse > memoryUse) low = share
    else high = share
    share = between(low, high, step)
    step *= 2
  }
  return best ?? new ContinuousRelaxation(room, items, share, 0)
}

/** The middle, but only a step away as long as all that was tried is on one side of the answer. */
function between(low: number, high: number, step: number): number {
  if (high === 1) return Math.min((low + 1) / 2, low + step)
  if (low === 0) return Math.max(high / 2, high - step)
  return (low + high) / 2
}

interface FractionalFilling {
  /** What the whole room is worth at the efficiency of the last that was put in. */
  price: number
  cpuUse: number
  memoryUse: number
}

/**
 * The room filled with what is worth most for its weight, the last by a fraction. Not sorted for it, only parted again and again where it
 * runs full.
 */
function fillByFractions(
  room: Size,
  { length, idle, cpu, memory, value, most }: Items,
  share: number,
): FractionalFilling {
  const cpuWeight = share / (room.cpu || 1)
  const memoryWeight = (1 - share) / (room.memory || 1)
  // Idle CPU, where it is worth anything, is one more to choose from.
  const choices = idle.price > 0 ? length + 1 : length
  const weights = new Float64Array(choices)
  const efficiency = new Float64Array(choices)
  const order = new Int32Array(choices)
  for (let index = 0; index < length; index++) {
    const weight = cpu[index]! * cpuWeight + memory[index]! * memoryWeight
    weights[index] = weight * most[index]!
    efficiency[index] = value[index]! / weight
    order[index] = index
  }
  if (choices > length) {
    weights[length] = cpuWeight * idle.most
    efficiency[length] = idle.price / cpuWeight
    order[length] = length
  }
  let left = 1
  let cpuUse = 0
  let memoryUse = 0
  const use = (index: number, part: number) => {
    left -= part * weights[index]!
    if (index === length) {
      cpuUse += (part * idle.most) / (room.cpu || 1)
      return
    }
    const count = part * most[index]!
    cpuUse += (count * cpu[index]!) / (room.cpu || 1)
    memoryUse += (count * memory[index]!) / (room.memory || 1)
  }
  let from = 0
  let to = choices
  while (from < to) {
    const pivot = efficiency[order[(from + to) >> 1]!]!
    const { above, atLeast } = partByEfficiency(order, efficiency, from, to, pivot)
    let weight = 0
    for (let place = from; place < above; place++) weight += weights[order[place]!]!
    if (weight > left) {
      to = above
      continue
    }
    for (let place = from; place < above; place++) use(order[place]!, 1)
    for (let place = above; place < atLeast; place++) {
      const index = order[place]!
      const part = Math.min(1, left / weights[index]!)
      use(index, part)
      if (part < 1) return { price: pivot, cpuUse, memoryUse }
    }
    from = atLeast
  }
  return { price: 0, cpuUse, memoryUse }
}

/** Orders a stretch into those above the pivot, those at it, and those below. */
function partByEfficiency(
  order: Int32Array,
  efficiency: Float64Array,
  from: number,
  to: number,
  pivot: number,
): { above: number; atLeast: number } {
  let above = from
  let below = to
  for (let place = from; place < below;) {
    const index = order[place]!
    const one = efficiency[index]!
    if (one > pivot) {
      order[place++] = order[above]!
      order[above++] = index
    } else if (one < pivot) {
      order[place] = order[--below]!
      order[below] = index
    } else place++
  }
  return { above, atLeast: below }
}

const mostRounds = 14
const evenly = 1e-4
const stepFromGuess = 0.01
