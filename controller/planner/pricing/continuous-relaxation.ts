import type { Size } from '../model/sizes'
import type { Candidates } from './items'
import { timesIn } from '../model/packing-problem'

/** An upper bound of what candidates from `index` on can add in so much room. */
export interface RestBound {
  restFrom(index: number, cpu: number, memory: number): number
}

/**
 * Prices for the room of one instance under which filling it, by fractions of processes too, is worth as little as can be said so (the dual
 * of the fractional knapsack). A content is worth less than that by the room left empty, by what it holds that is not worth its room, and by
 * what it leaves out that is.
 */
export class Relaxation implements RestBound {
  readonly cpuPrice: number
  readonly memoryPrice: number
  /** What a process of each candidate is worth beyond its room; negative for those not worth it. */
  readonly gains: Float64Array
  /** What all candidates from here on are worth beyond their room. */
  private readonly gainsFrom: Float64Array

  /** @param price of the whole room. @param share of it that is CPU's, 0 to 1. */
  constructor(
    private readonly room: Size,
    { length, cpu, memory, value, most }: Candidates,
    readonly share: number,
    readonly price: number,
  ) {
    this.cpuPrice = (price * share) / (room.cpu || 1)
    this.memoryPrice = (price * (1 - share)) / (room.memory || 1)
    this.gains = new Float64Array(length)
    this.gainsFrom = new Float64Array(length + 1)
    for (let index = length - 1; index >= 0; index--) {
      const gain =
        (value[index] as number) -
        (cpu[index] as number) * this.cpuPrice -
        (memory[index] as number) * this.memoryPrice
      this.gains[index] = gain
      this.gainsFrom[index] =
        (this.gainsFrom[index + 1] as number) + Math.max(0, gain) * (most[index] as number)
    }
  }

  /** No content is worth more. */
  get bound(): number {
    return this.restFrom(0, this.room.cpu, this.room.memory)
  }

  restFrom(index: number, cpu: number, memory: number): number {
    return cpu * this.cpuPrice + memory * this.memoryPrice + (this.gainsFrom[index] as number)
  }
}

/** The same prices, but only what still fits is counted: tighter, and takes longer. @param candidates those worth most for their room first. */
export class FittingRest implements RestBound {
  constructor(
    private readonly candidates: Candidates,
    private readonly prices: Relaxation,
  ) {}

  restFrom(from: number, cpu: number, memory: number): number {
    const { length, cpu: cpus, memory: memories, value, most } = this.candidates
    const { cpuPrice, memoryPrice } = this.prices
    let worth = 0
    let left = cpu * cpuPrice + memory * memoryPrice
    for (let index = from; index < length; index++) {
      const oneCpu = cpus[index] as number
      const oneMemory = memories[index] as number
      if (oneCpu > cpu || oneMemory > memory) continue
      const count = Math.min(most[index] as number, timesIn(cpu, oneCpu), timesIn(memory, oneMemory))
      const weight = oneCpu * cpuPrice + oneMemory * memoryPrice
      if (weight > 0 && weight * count >= left) return worth + ((value[index] as number) * left) / weight
      left -= weight * count
      worth += (value[index] as number) * count
    }
    return worth
  }
}

/**
 * The relaxation with the least bound, or the first that shows that no content beats the goal.
 * @param firstShare from another time, to start near the answer.
 */
export function relax(room: Size, candidates: Candidates, firstShare?: number, goal = 0): Relaxation {
  let low = 0
  let high = 1
  let share = firstShare ?? 0.5
  let step = firstShare === undefined ? 0.25 : stepFromGuess
  let best: Relaxation | undefined
  for (let round = 0; round < mostRounds; round++) {
    const { price, cpuUse, memoryUse } = fillByFractions(room, candidates, share)
    const answer = new Relaxation(room, candidates, share, price)
    if (!best || answer.bound < best.bound) best = answer
    if (best.bound <= goal || Math.abs(cpuUse - memoryUse) < evenly) break
    // What is used more than it is there should cost more.
    if (cpuUse > memoryUse) low = share
    else high = share
    share = between(low, high, step)
    step *= 2
  }
  return best ?? new Relaxation(room, candidates, share, 0)
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

/** The room filled with what is worth most for its weight, the last by a fraction. Not sorted for it, only parted again and again where it runs full. */
function fillByFractions(
  room: Size,
  { length, cpu, memory, value, most }: Candidates,
  share: number,
): FractionalFilling {
  const cpuWeight = share / (room.cpu || 1)
  const memoryWeight = (1 - share) / (room.memory || 1)
  const weights = new Float64Array(length)
  const efficiency = new Float64Array(length)
  const order = new Int32Array(length)
  for (let index = 0; index < length; index++) {
    const weight = (cpu[index] as number) * cpuWeight + (memory[index] as number) * memoryWeight
    weights[index] = weight * (most[index] as number)
    efficiency[index] = (value[index] as number) / weight
    order[index] = index
  }
  let left = 1
  let cpuUse = 0
  let memoryUse = 0
  const use = (index: number, part: number) => {
    const count = part * (most[index] as number)
    cpuUse += (count * (cpu[index] as number)) / (room.cpu || 1)
    memoryUse += (count * (memory[index] as number)) / (room.memory || 1)
    left -= part * (weights[index] as number)
  }
  let from = 0
  let to = length
  while (from < to) {
    const pivot = efficiency[order[(from + to) >> 1] as number] as number
    const { above, atLeast } = partByEfficiency(order, efficiency, from, to, pivot)
    let weight = 0
    for (let place = from; place < above; place++) weight += weights[order[place] as number] as number
    if (weight > left) {
      to = above
      continue
    }
    for (let place = from; place < above; place++) use(order[place] as number, 1)
    for (let place = above; place < atLeast; place++) {
      const index = order[place] as number
      const part = Math.min(1, left / (weights[index] as number))
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
    const index = order[place] as number
    const one = efficiency[index] as number
    if (one > pivot) {
      order[place++] = order[above] as number
      order[above++] = index
    } else if (one < pivot) {
      order[place] = order[--below] as number
      order[below] = index
    } else place++
  }
  return { above, atLeast: below }
}

const mostRounds = 14
const evenly = 1e-4
const stepFromGuess = 0.01
