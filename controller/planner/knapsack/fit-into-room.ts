import type { Size } from '../sizes'
import type { Candidates } from './candidates'
import { at, timesIn } from '../packing/problem'

/** Takes out what is too much for the room, the least valuable for what it relieves first, and fills up what is left, in the order of the candidates. */
export function fitIntoRoom(room: Size, candidates: Candidates, counts: Int32Array): Int32Array {
  const { length, cpu: cpus, memory: memories, value, most } = candidates
  const fitting = Int32Array.from(counts)
  let { cpu, memory } = room
  const add = (index: number, count: number) => {
    fitting[index] = at(fitting, index) + count
    cpu -= at(cpus, index) * count
    memory -= at(memories, index) * count
  }
  for (let index = 0; index < length; index++) {
    cpu -= at(cpus, index) * at(fitting, index)
    memory -= at(memories, index) * at(fitting, index)
  }
  while (cpu < 0 || memory < 0) {
    let least = -1
    let leastWorth = Infinity
    for (let index = 0; index < length; index++) {
      if (at(fitting, index) === 0) continue
      const relief =
        (cpu < 0 ? at(cpus, index) / room.cpu : 0) + (memory < 0 ? at(memories, index) / room.memory : 0)
      const worth = relief > 0 ? at(value, index) / relief : Infinity
      if (worth >= leastWorth) continue
      least = index
      leastWorth = worth
    }
    add(least, -1)
  }
  for (let index = 0; index < length; index++) {
    const spare = Math.min(
      at(most, index) - at(fitting, index),
      timesIn(cpu, at(cpus, index)),
      timesIn(memory, at(memories, index)),
    )
    if (spare > 0) add(index, spare)
  }
  return fitting
}
