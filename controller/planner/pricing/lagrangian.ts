import type { Size } from '../model/sizes'
import { idleWorth, type Items } from './items'
import { tuned } from '../search/strategy'
import { scaleSizes, type ScaledSizes } from './scaled-sizes'
import type { CompletionBound } from './continuous-relaxation'

type Dimension = 'cpu' | 'memory'

/** The dimension of which there is only as much as there is, and the price of a unit of the other one. */
export interface Multiplier {
  whole: Dimension
  price: number
}

/**
 * What can be had at most where one dimension is limited and filled with whole processes, and the other has a price (Geoffrion, "Lagrangean
 * relaxation for integer programming", 1974), by dynamic programming. Lower than a relaxation by fractions in both, as fractions of large
 * processes are not to be had. Exact in the limited dimension if sizes are multiples of a unit that is not too fine, otherwise they are
 * rounded down.
 */
export class LagrangianBound implements CompletionBound {
  /** No content is worth more. */
  readonly bound: number
  /** The content behind the bound, of each item how many; it may need more room than there is. */
  readonly counts: Int32Array
  /** How much of the priced dimension that content leaves; so fast the bound grows with the price. */
  readonly slope: number
  /** How many entries of tables were computed, also on the way here. */
  states: number
  /** Row by row, from the last item to the first: what these and those after them are worth in so many units. */
  private readonly table: Float64Array
  private readonly units: ScaledSizes
  private readonly width: number
  private readonly worths: Float64Array

  constructor(
    room: Size,
    private readonly items: Items,
    readonly pricing: Multiplier,
  ) {
    const { length, value } = items
    const { whole, price } = pricing
    const priced = items[otherOf(whole)]
    this.units = scaleSizes(
      room[whole],
      items[whole],
      Math.min(mostLevels, Math.ceil(tuned.pricing.lagrangianEntries / length)),
    )
    this.width = this.units.levels + 1
    this.worths = Float64Array.from({ length }, (_, index) => value[index]! - price * priced[index]!)
    this.table = new Float64Array((length + 1) * this.width)
    // CPU that has a price stays idle where that is worth more.
    const idlePriced = whole === 'memory' && items.idle.price > price ? items.idle.most : 0
    if (items.idle.price > 0)
      for (let level = 0; level < this.width; level++)
        this.table[length * this.width + level] =
          whole === 'cpu'
            ? idleWorth(items.idle, level * this.units.unit + this.units.spare)
            : idlePriced * (items.idle.price - price)
    for (let index = length - 1; index >= 0; index--) this.fillRow(index)
    this.states = this.table.length * 3
    this.bound = this.boundFrom(0, room.cpu, room.memory)
    this.counts = this.contentBehind()
    let use = idlePriced
    for (let index = 0; index < length; index++) use += this.counts[index]! * priced[index]!
    this.slope = room[otherOf(whole)] - use
  }

  boundFrom(index: number, cpu: number, memory: number): number {
    const isCpu = this.pricing.whole === 'cpu'
    const level = Math.floor((isCpu ? cpu : memory) / this.units.unit)
    return this.table[index * this.width + level]! + (isCpu ? memory : cpu) * this.pricing.price
  }

  private fillRow(index: number): void {
    const { table, width } = this
    const row = index * width
    table.copyWithin(row, row + width, row + 2 * width)
    const worth = this.worths[index]!
    if (worth <= 0) return
    const size = this.units.sizes[index]!
    let left = this.mostOf(index, this.units.levels)
    // 1, 2, 4 … and the rest: any number of it is a choice of these.
    for (let part = 1; left > 0; part *= 2) {
      const count = Math.min(part, left)
      const back = size * count
      for (let state = row + width - 1; state >= row + back; state--) {
        const sum = table[state - back]! + worth * count
        if (sum > table[state]!) table[state] = sum
      }
      left -= count
    }
  }

  private mostOf(index: number, levels: number): number {
    const size = this.units.sizes[index]!
    return Math.min(this.items.most[index]!, size > 0 ? Math.floor(levels / size) : Infinity)
  }

  private contentBehind(): Int32Array {
    const { table, width, units } = this
    const counts = new Int32Array(this.items.length)
    let level = units.levels
    for (let index = 0; index < counts.length; index++) {
      const worth = this.worths[index]!
      if (worth <= 0) continue
      const goal = table[index * width + level]! * (1 - rounding)
      const next = (index + 1) * width + level
      const size = units.sizes[index]!
      let count = this.mostOf(index, level)
      while (count > 0 && table[next - count * size]! + count * worth < goal) count -= 1
      counts[index] = count
      level -= count * size
    }
    return counts
  }
}

const otherOf = (dimension: Dimension): Dimension => (dimension === 'cpu' ? 'memory' : 'cpu')

/** The price under which the bound is least: it is convex in it, so lines under it from both sides close in. */
export function solveLagrangianDual(
  room: Size,
  items: Items,
  first: Multiplier,
  goal: number,
  rounds: number,
): LagrangianBound {
  let best = new LagrangianBound(room, items, first)
  let { states } = best
  let low = best.slope < 0 ? best : undefined
  let high = best.slope < 0 ? undefined : best
  for (let round = 0; round < rounds && best.bound > goal && best.slope !== 0; round++) {
    const price = nextPrice(low, high)
    if (price === undefined) break
    const next = new LagrangianBound(room, items, { ...first, price })
    states += next.states
    if (next.bound < best.bound) best = next
    if (next.slope < 0) low = next
    else high = next
  }
  best.states = states
  return best
}

function nextPrice(low: LagrangianBound | undefined, high: LagrangianBound | undefined): number | undefined {
  if (!low) return high && high.pricing.price > 0 ? high.pricing.price / step : undefined
  if (!high) return low.pricing.price * step
  const price =
    (high.bound - low.bound + low.slope * low.pricing.price - high.slope * high.pricing.price) /
    (low.slope - high.slope)
  const least = low.bound + low.slope * (price - low.pricing.price)
  return least < Math.min(low.bound, high.bound) * (1 - worthARound) ? price : undefined
}

const step = 1.25
/** Of the bound; less is not worth another round. */
const worthARound = 2e-4
const mostLevels = 4096
const rounding = 1e-12
