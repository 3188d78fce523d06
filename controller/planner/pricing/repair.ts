import type { Size } from '../model/sizes'
import type { Candidates } from './items'
import { timesIn } from '../model/packing-problem'

/** Takes out what is too much for the room, the least valuable for what it relieves first, and fills up what is left, in the order of the candidates. */
export function fitIntoRoom(room: Size, candidates: Candidates, counts: Int32Array): Int32Array {
  const { length, cpu: cpus, memory: memories, value, most } = candidates
  const fitting = Int32Array.from(counts)
  let { cpu, memory } = room
  const add = (index: number, count: number) => {
    fitting[index] = (fitting[index] as number) + count
    cpu -= (cpus[index] as number) * count
    memory -= (memories[index] as number) * count
  }
  for (let index = 0; index < length; index++) {
    cpu -= (cpus[index] as number) * (fitting[index] as number)
    memory -= (memories[index] as number) * (fitting[index] as number)
  }
  while (cpu < 0 || memory < 0) {
    let least = -1
    let leastWorth = Infinity
    for (let index = 0; index < length; index++) {
      if ((fitting[index] as number) === 0) continue
      const relief =
        (cpu < 0 ? (cpus[index] as number) / room.cpu : 0) +
        (memory < 0 ? (memories[index] as number) / room.memory : 0)
      const worth = relief > 0 ? (value[index] as number) / relief : Infinity
      if (worth >= leastWorth) continue
      least = index
      leastWorth = worth
    }
    add(least, -1)
  }
  for (let index = 0; index < length; index++) {
    const spare = Math.min(
      (most[index] as number) - (fitting[index] as number),
      timesIn(cpu, cpus[index] as number),
      timesIn(memory, memories[index] as number),
    )
    if (spare > 0) add(index, spare)
  }
  return fitting
}
