import type { Size } from '../model/sizes'
import { partnersOf, type Items } from './items'
import { timesIn } from '../model/packing-problem'

/**
 * Takes out what is too much for the room, the least valuable for what it relieves first, and fills up what is left, in the order of the items:
 * what is not worth its CPU only where that would stay idle for nothing.
 */
export function repair(room: Size, items: Items, counts: Int32Array): Int32Array {
  const { length, cpu: cpus, memory: memories, value, most, mostTogether } = items
  const partner = partnersOf(items)
  const fitting = Int32Array.from(counts)
  let { cpu, memory } = room
  const add = (index: number, count: number) => {
    fitting[index]! += count
    cpu -= cpus[index]! * count
    memory -= memories[index]! * count
  }
  for (let index = 0; index < length; index++) {
    cpu -= cpus[index]! * fitting[index]!
    memory -= memories[index]! * fitting[index]!
  }
  const leftTogether = (index: number) =>
    partner[index]! < 0 ? Infinity : mostTogether[index]! - fitting[index]! - fitting[partner[index]!]!
  for (let index = 0; index < length; index++) {
    const excess = Math.min(fitting[index]!, -leftTogether(index))
    const isLessWorth = partner[index]! >= 0 && value[index]! <= value[partner[index]!]!
    if (excess > 0 && isLessWorth) add(index, -excess)
  }
  for (let index = 0; index < length; index++) {
    const excess = Math.min(fitting[index]!, -leftTogether(index))
    if (excess > 0) add(index, -excess)
  }
  while (cpu < 0 || memory < 0) {
    let least = -1
    let leastWorth = Infinity
    for (let index = 0; index < length; index++) {
      if (fitting[index]! === 0) continue
      const relief =
        (cpu < 0 ? cpus[index]! / room.cpu : 0) + (memory < 0 ? memories[index]! / room.memory : 0)
      const worth = relief > 0 ? value[index]! / relief : Infinity
      if (worth >= leastWorth) continue
      least = index
      leastWorth = worth
    }
    add(least, -1)
  }
  for (let index = 0; index < length; index++) {
    const isWorthIt = value[index]! >= items.idle.price * cpus[index]!
    const spare = Math.min(
      most[index]! - fitting[index]!,
      leftTogether(index),
      timesIn(isWorthIt ? cpu : cpu - items.idle.most, cpus[index]!),
      timesIn(memory, memories[index]!),
    )
    if (spare > 0) add(index, spare)
  }
  return fitting
}
