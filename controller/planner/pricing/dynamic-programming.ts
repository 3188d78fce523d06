import type { Size } from '../model/sizes'
import { idleWorth, type Items } from './items'
import { tuned } from '../search/strategy'
import { scaleSizes } from './scaled-sizes'

interface DynamicProgrammingAnswer {
  /** Of each item, how many. Where sizes had to be rounded, they may need more room than there is. */
  counts: Int32Array
  /** No content is worth more. */
  upperBound: number
  /** How many entries of the table were computed. */
  states: number
}

/**
 * The most valuable content by dynamic programming over the room used, in both dimensions: exact where sizes are multiples of units that
 * are not too fine, otherwise with sizes rounded down, which makes it an upper bound. For small instances, whose contents other
 * relaxations overrate.
 */
export function solveByDynamicProgramming(room: Size, items: Items): DynamicProgrammingAnswer {
  const parts = partsOf(items)
  const mostStates = Math.min(mostLevels, Math.floor(tuned.pricing.tableEntries / parts.length))
  const cpu = scaleSizes(room.cpu, items.cpu, mostCpuLevels)
  const memory = scaleSizes(room.memory, items.memory, Math.floor(mostStates / (cpu.levels + 1)))
  const width = memory.levels + 1
  const size = (cpu.levels + 1) * width
  const table = new Float64Array(size)
  if (items.idle.price > 0)
    for (let level = 0; level <= cpu.levels; level++)
      table.fill(idleWorth(items.idle, level * cpu.unit + cpu.spare), level * width, (level + 1) * width)
  const taken = new Uint8Array(Math.ceil((parts.length * size) / 8))
  parts.forEach(({ index, count }, place) => {
    const oneCpu = cpu.sizes[index]! * count
    const oneMemory = memory.sizes[index]! * count
    const value = items.value[index]! * count
    const back = oneCpu * width + oneMemory
    for (let level = cpu.levels; level >= oneCpu; level--) {
      const row = level * width
      for (let state = row + memory.levels; state >= row + oneMemory; state--) {
        const worth = table[state - back]! + value
        if (worth <= table[state]!) continue
        table[state] = worth
        const bit = place * size + state
        taken[bit >> 3] = taken[bit >> 3]! | (1 << (bit & 7))
      }
    }
  })
  const counts = new Int32Array(items.length)
  let state = size - 1
  for (let place = parts.length - 1; place >= 0; place--) {
    const bit = place * size + state
    if (((taken[bit >> 3]! >> (bit & 7)) & 1) === 0) continue
    const { index, count } = parts[place]!
    counts[index]! += count
    state -= (cpu.sizes[index]! * width + memory.sizes[index]!) * count
  }
  return { counts, upperBound: table[size - 1]!, states: parts.length * size }
}

/** 1, 2, 4 … and the rest of each item: any number of it is a choice of these. */
function partsOf({ length, most }: Items): { index: number; count: number }[] {
  const parts: { index: number; count: number }[] = []
  for (let index = 0; index < length; index++) {
    let left = most[index]!
    for (let part = 1; left > 0; part *= 2) {
      const count = Math.min(part, left)
      parts.push({ index, count })
      left -= count
    }
  }
  return parts
}

const mostCpuLevels = 256
const mostLevels = 128_000
