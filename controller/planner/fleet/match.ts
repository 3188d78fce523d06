import type { Demand, SizedGroups } from '../demand'
import { at, costTolerance, type Bin, type PackingProblem } from '../packing/problem'
import { holds } from '../sizes'
import type { Draft } from './draft'

/** Of each size, the number of its processes. */
type SizeCounts = Int32Array

/**
 * Gives the packing's nameless instances and processes their names, so that as much as possible stays where it is.
 * @param current what is there or planned already; each may become at most one of the new.
 */
export function matchBins(
  problem: Pick<PackingProblem, 'classes'>,
  bins: Bin[],
  { sizes }: SizedGroups,
  demands: Demand[],
  current: Draft[],
): Draft[] {
  const wanted = bins.map(({ classIndex, content }) => {
    const { isSpot, cpu, memory, price } = at(problem.classes, classIndex)
    const counts = Int32Array.from(
      sizes,
      ({ flexibleGroup, onDemandGroup }) =>
        (flexibleGroup === undefined ? 0 : at(content, flexibleGroup)) +
        (onDemandGroup === undefined ? 0 : at(content, onDemandGroup)),
    )
    const needed = { cpu: 0, memory: 0 }
    sizes.forEach(({ demands: [first = 0] }, size) => {
      needed.cpu += at(demands, first).cpu * at(counts, size)
      needed.memory += at(demands, first).memory * at(counts, size)
    })
    const isWithdrawn = at(problem.classes, classIndex).limit < Infinity
    return { isSpot, cpu, memory, price, counts, needed, isWithdrawn }
  })
  const currentCounts = current.map(({ processes }) =>
    Int32Array.from(sizes, ({ demands: own }) => own.reduce((sum, index) => sum + at(processes, index), 0)),
  )
  const pairs: { bin: number; old: number; shared: number; isWithdrawn: boolean }[] = []
  wanted.forEach((bin, index) => {
    current.forEach((old, oldIndex) => {
      if (old.isSpot !== bin.isSpot || Math.abs(old.price - bin.price) > costTolerance || !holds(old, bin.needed)) return
      pairs.push({ bin: index, old: oldIndex, shared: sharedCount(bin.counts, at(currentCounts, oldIndex)), isWithdrawn: bin.isWithdrawn })
    })
  })
  // What cannot be launched must be one of those that run.
  pairs.sort((a, b) => Number(b.isWithdrawn) - Number(a.isWithdrawn) || b.shared - a.shared || a.bin - b.bin || a.old - b.old)
  const oldOf = new Map<number, Draft>()
  const taken = new Set<number>()
  for (const { bin, old } of pairs) {
    if (oldOf.has(bin) || taken.has(old)) continue
    oldOf.set(bin, at(current, old))
    taken.add(old)
  }
  const drafts = wanted.map<Draft>(({ isSpot, cpu, memory, price }, index) => {
    const old = oldOf.get(index)
    const size = old ?? { cpu, memory }
    const processes = new Int32Array(demands.length)
    return { isSpot, cpu: size.cpu, memory: size.memory, price: old?.price ?? price, processes, present: old?.present, origin: old }
  })
  sizes.forEach(({ demands: own }, size) => {
    const slots = wanted.map(({ counts }) => at(counts, size))
    nameProcesses(own, slots, drafts, (bin) => oldOf.get(bin)?.processes, demands)
  })
  return drafts
}

function sharedCount(a: SizeCounts, b: SizeCounts): number {
  let shared = 0
  for (let size = 0; size < a.length; size++) shared += Math.min(at(a, size), at(b, size))
  return shared
}

/** Decides which applications of one size take its slots: those that are there, then where fewest of their kind are. */
function nameProcesses(
  own: number[],
  slots: number[],
  drafts: Draft[],
  oldProcesses: (bin: number) => Int32Array | undefined,
  demands: Demand[],
): void {
  const places = drafts.map((_, bin) => bin).filter((bin) => at(slots, bin) > 0)
  for (const isSpot of [true, false]) {
    const market = places.filter((bin) => at(drafts, bin).isSpot === isSpot)
    const there = (index: number) =>
      market.reduce((sum, bin) => sum + (oldProcesses(bin)?.[index] ?? 0), 0)
    const quotas = isSpot
      ? spotQuotas(own, market.reduce((sum, bin) => sum + at(slots, bin), 0), demands, there)
      : new Map(own.map((index) => [index, at(demands, index).count - placed(drafts, places, index)]))
    const put = (bin: number, index: number, count: number) => {
      const { processes } = at(drafts, bin)
      processes[index] = at(processes, index) + count
      slots[bin] = at(slots, bin) - count
      quotas.set(index, (quotas.get(index) ?? 0) - count)
    }
    for (const bin of market)
      for (const index of own)
        put(bin, index, Math.max(0, Math.min(oldProcesses(bin)?.[index] ?? 0, quotas.get(index) ?? 0, at(slots, bin))))
    for (const index of own)
      while ((quotas.get(index) ?? 0) > 0) {
        let best = -1
        for (const bin of market) {
          if (at(slots, bin) === 0) continue
          if (best < 0 || at(at(drafts, bin).processes, index) < at(at(drafts, best).processes, index)) best = bin
        }
        if (best < 0) break
        put(best, index, 1)
      }
  }
}

const placed = (drafts: Draft[], places: number[], index: number) =>
  places.reduce((sum, bin) => sum + at(at(drafts, bin).processes, index), 0)

/** How many of each application go to Spot: as many as are there, then evenly up to their limits, so that all slots are used. */
function spotQuotas(
  own: number[],
  slots: number,
  demands: Demand[],
  there: (index: number) => number,
): Map<number, number> {
  const quotas = new Map(own.map((index) => [index, Math.min(at(demands, index).spotLimit, there(index))]))
  let left = slots - [...quotas.values()].reduce((sum, quota) => sum + quota, 0)
  const mostOpen = () =>
    own.reduce((best, index) => (open(index) > open(best) ? index : best), at(own, 0))
  const open = (index: number) => at(demands, index).spotLimit - (quotas.get(index) ?? 0)
  const largest = () =>
    own.reduce((best, index) => ((quotas.get(index) ?? 0) > (quotas.get(best) ?? 0) ? index : best), at(own, 0))
  for (; left > 0; left--) {
    const index = mostOpen()
    quotas.set(index, (quotas.get(index) ?? 0) + 1)
  }
  for (; left < 0; left++) {
    const index = largest()
    quotas.set(index, (quotas.get(index) ?? 0) - 1)
  }
  return quotas
}

