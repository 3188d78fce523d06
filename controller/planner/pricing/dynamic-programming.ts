import type { Size } from '../model/sizes'
import type { Candidates } from './items'
import { coarseUnits } from './scaled-sizes'
import { at } from '../model/packing-problem'

export interface TableAnswer {
  /** Of each candidate, how many. Where sizes had to be rounded, they may need more room than there is. */
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
export function fillByTable(room: Size, candidates: Candidates): TableAnswer {
  const parts = partsOf(candidates)
  const mostStates = Math.min(mostLevels, Math.floor(mostEntries / parts.length))
  const cpu = coarseUnits(room.cpu, candidates.cpu, mostCpuLevels)
  const memory = coarseUnits(room.memory, candidates.memory, Math.floor(mostStates / (cpu.levels + 1)))
  const width = memory.levels + 1
  const size = (cpu.levels + 1) * width
  const table = new Float64Array(size)
  const taken = new Uint8Array(Math.ceil((parts.length * size) / 8))
  parts.forEach(({ index, count }, place) => {
    const oneCpu = (cpu.sizes[index] as number) * count
    const oneMemory = (memory.sizes[index] as number) * count
    const value = (candidates.value[index] as number) * count
    const back = oneCpu * width + oneMemory
    for (let level = cpu.levels; level >= oneCpu; level--) {
      const row = level * width
      for (let state = row + memory.levels; state >= row + oneMemory; state--) {
        const worth = (table[state - back] as number) + value
        if (worth <= (table[state] as number)) continue
        table[state] = worth
        const bit = place * size + state
        taken[bit >> 3] = (taken[bit >> 3] as number) | (1 << (bit & 7))
      }
    }
  })
  const counts = new Int32Array(candidates.length)
  let state = size - 1
  for (let place = parts.length - 1; place >= 0; place--) {
    const bit = place * size + state
    if ((((taken[bit >> 3] as number) >> (bit & 7)) & 1) === 0) continue
    const { index, count } = at(parts, place)
    counts[index] = (counts[index] as number) + count
    state -= ((cpu.sizes[index] as number) * width + (memory.sizes[index] as number)) * count
  }
  return { counts, upperBound: table[size - 1] as number, states: parts.length * size }
}

/** 1, 2, 4 … and the rest of each candidate: any number of it is a choice of these. */
function partsOf({ length, most }: Candidates): { index: number; count: number }[] {
  const parts: { index: number; count: number }[] = []
  for (let index = 0; index < length; index++) {
    let left = most[index] as number
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
/** Takes some fifty milliseconds. */
const mostEntries = 40_000_000
