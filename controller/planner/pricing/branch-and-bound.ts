import { idleWorth, partnersOf, type Items } from './items'
import type { Size } from '../model/sizes'
import { timesIn } from '../model/packing-problem'
import type { CompletionBound } from './continuous-relaxation'

/**
 * Branch and bound (Horowitz and Sahni, "Computing partitions with applications to the knapsack problem", 1974): depth-first search for the
 * most valuable content that beats a goal. Items passed over are not visited, so that a node is always a
 * different content. A branch ends when what it can still be worth does not beat the best.
 */
export class BranchAndBound {
  readonly best: Int32Array
  hasFound = false
  hasEnded = true
  /** How often a bound was asked for. */
  looks = 0
  private readonly current: Int32Array
  /** Place of the item of the same size that is worth no less: it is used up first. */
  private readonly twin: Int32Array
  private readonly partner: Int32Array

  /** @param items those worth most for their room first. @param nodes after so many the search ends early. */
  constructor(
    private readonly items: Items,
    private readonly bounds: CompletionBound[],
    public bestValue: number,
    private nodes: number,
  ) {
    this.best = new Int32Array(items.length)
    this.current = new Int32Array(items.length)
    this.twin = twinsOf(items)
    this.partner = partnersOf(items)
  }

  run({ cpu, memory }: Size): this {
    this.descend(0, cpu, memory, 0)
    return this
  }

  private descend(from: number, cpu: number, memory: number, value: number): void {
    const worth = value + idleWorth(this.items.idle, cpu)
    if (worth > this.bestValue) {
      this.bestValue = worth
      this.hasFound = true
      this.best.set(this.current)
    }
    const { length, cpu: cpus, memory: memories, value: values, most, mostTogether } = this.items
    for (let index = from; index < length; index++) {
      if (!this.mayBeat(index, cpu, memory, value)) return
      const oneCpu = cpus[index]!
      const oneMemory = memories[index]!
      if (oneCpu > cpu || oneMemory > memory) continue
      const twin = this.twin[index]!
      if (twin >= 0 && this.current[twin]! < most[twin]!) continue
      const partner = this.partner[index]!
      const together = partner < 0 ? Infinity : mostTogether[index]! - this.current[partner]!
      for (
        let count = Math.min(most[index]!, together, timesIn(cpu, oneCpu), timesIn(memory, oneMemory));
        count > 0;
        count--
      ) {
        const cpuLeft = cpu - oneCpu * count
        const memoryLeft = memory - oneMemory * count
        const valueNow = value + values[index]! * count
        const worthNow = valueNow + idleWorth(this.items.idle, cpuLeft)
        if (worthNow <= this.bestValue && !this.mayBeat(index + 1, cpuLeft, memoryLeft, valueNow)) continue
        if (this.nodes-- <= 0) {
          this.hasEnded = false
          return
        }
        this.current[index] = count
        this.descend(index + 1, cpuLeft, memoryLeft, valueNow)
        if (!this.hasEnded) return
      }
      this.current[index] = 0
    }
  }

  private mayBeat(from: number, cpu: number, memory: number, value: number): boolean {
    this.looks += 1
    const goal = this.bestValue * margin - value
    for (const one of this.bounds) if (one.boundFrom(from, cpu, memory) <= goal) return false
    return true
  }
}

/** Symmetry breaking: processes of one size that may use Spot and those that must not are two groups of the same size, one beside the other. */
function twinsOf({ length, group, cpu, memory, cap }: Items): Int32Array {
  const places = new Map<number, number>()
  return Int32Array.from({ length }, (_, index) => {
    const own = group[index]!
    places.set(own, index)
    for (const other of [own - 1, own + 1]) {
      const place = places.get(other)
      if (place === undefined || cap[place] !== cap[index]) continue
      if (cpu[place] === cpu[index] && memory[place] === memory[index]) return place
    }
    return -1
  })
}

/** Bounds that beat the best only by rounding are not followed. */
const margin = 1 + 1e-12
