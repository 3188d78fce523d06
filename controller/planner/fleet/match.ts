import type { Demand } from '../model/demand'
import type { SizedGroups } from '../model/group-by-size'
import { costTolerance, type Bin, type PackingProblem } from '../model/packing-problem'
import { holds, totalLoad, type Load, type Size } from '../model/sizes'
import { hourlyCost, type Tariff } from '../model/tariff'
import type { Sides } from '../model/zones'
import type { Draft } from './draft'

/** Of each size, the number of its processes. */
type SizeCounts = Int32Array

/**
 * Gives the packing's nameless instances and processes their names, so that as much as possible stays where it is.
 * @param current what is there or planned already; each may become at most one of the new.
 * @param sides where zones are of account.
 */
export function matchBins(
  problem: Pick<PackingProblem, 'classes'>,
  bins: Bin[],
  { sizes }: SizedGroups,
  demands: Demand[],
  current: Draft[],
  sides?: Sides,
): Draft[] {
  const sizeOf = sizes.map(({ demands: [first = 0] }) => demands[first]!)
  const wanted = bins.map<Wanted & Size>(({ classIndex, content }) => {
    const { isSpot, side, cpu, memory, price, surplus, limit } = problem.classes[classIndex]!
    const counts = Int32Array.from(sizes, ({ groups }) =>
      groups.reduce((sum, group) => sum + content[group]!, 0),
    )
    const needed = totalLoad(sizeOf, counts)
    return { isSpot, side, cpu, memory, price, surplus, counts, needed, isWithdrawn: limit < Infinity }
  })
  const oldOf = pairUp(wanted, current, sizes)
  const drafts = wanted.map<Draft>((bin, index) => {
    const old = oldOf.get(index)
    const { cpu, memory, price, surplus } = old ?? bin
    const processes = new Int32Array(demands.length)
    return {
      isSpot: bin.isSpot,
      side: bin.side,
      zones: old?.zones ?? sides?.[bin.side ?? 0] ?? [],
      cpu,
      memory,
      price,
      surplus,
      processes,
      running: old?.running,
      origin: old,
    }
  })
  sizes.forEach(({ demands: own, groups, shares }, size) => {
    if (shares) {
      groups.forEach((group, place) => {
        const slots = bins.map(({ content }) => content[group]!)
        const quotas = new Map(own.map((demand, which) => [demand, shares[place]![which]!]))
        fillSlots({ own, slots, quotas, drafts, oldProcesses: (bin) => oldOf.get(bin)?.processes })
      })
      return
    }
    const slots = wanted.map(({ counts }) => counts[size]!)
    nameProcesses(own, slots, drafts, (bin) => oldOf.get(bin)?.processes, demands)
    spreadWhole(own, drafts, demands)
  })
  return drafts
}

interface Wanted extends Tariff {
  isSpot: boolean
  side?: number
  counts: SizeCounts
  needed: Load
  isWithdrawn: boolean
}

/** Which instance that is there becomes which that is wanted: alike in market and cost, and those first that share most. */
function pairUp(wanted: Wanted[], current: Draft[], sizes: SizedGroups['sizes']): Map<number, Draft> {
  const oldOf = new Map<number, Draft>()
  const taken = new Set<number>()
  const isFit = (bin: Wanted, old: Draft) =>
    old.isSpot === bin.isSpot &&
    old.side === bin.side &&
    Math.abs(hourlyCost(old, bin.needed.cpuUsed) - hourlyCost(bin, bin.needed.cpuUsed)) <= costTolerance &&
    holds(old, bin.needed)
  const take = (bin: number, old: number) => {
    if (oldOf.has(bin) || taken.has(old)) return
    oldOf.set(bin, current[old]!)
    taken.add(old)
  }
  // What cannot be launched must be one of those that run.
  const pairs = pairsThatShare(wanted, current, sizes).filter(({ bin, old }) =>
    isFit(wanted[bin]!, current[old]!),
  )
  pairs.sort(
    (a, b) =>
      Number(wanted[b.bin]!.isWithdrawn) - Number(wanted[a.bin]!.isWithdrawn) ||
      b.shared - a.shared ||
      a.bin - b.bin ||
      a.old - b.old,
  )
  for (const { bin, old } of pairs) take(bin, old)
  // An instance that is there is as good as a new one, whatever runs on it.
  wanted.forEach((bin, index) => {
    if (oldOf.has(index)) return
    const old = current.findIndex((candidate, place) => !taken.has(place) && isFit(bin, candidate))
    if (old >= 0) take(index, old)
  })
  return oldOf
}

function pairsThatShare(
  wanted: Wanted[],
  current: Draft[],
  sizes: SizedGroups['sizes'],
): { bin: number; old: number; shared: number }[] {
  const holders = sizes.map(({ demands: own }) =>
    current.flatMap(({ processes }, old) => {
      const count = own.reduce((sum, index) => sum + processes[index]!, 0)
      return count > 0 ? [{ old, count }] : []
    }),
  )
  return wanted.flatMap(({ counts }, bin) => {
    const shared = new Map<number, number>()
    counts.forEach((count, size) => {
      if (count === 0) return
      for (const holder of holders[size]!)
        shared.set(holder.old, (shared.get(holder.old) ?? 0) + Math.min(count, holder.count))
    })
    return [...shared].map(([old, count]) => ({ bin, old, shared: count }))
  })
}

/** Decides which applications of one size take its slots: those that are there, then where fewest of their kind are. */
function nameProcesses(
  own: number[],
  slots: number[],
  drafts: Draft[],
  oldProcesses: (bin: number) => Int32Array | undefined,
  demands: Demand[],
): void {
  const places = drafts.map((_, bin) => bin).filter((bin) => slots[bin]! > 0)
  for (const isSpot of [true, false]) {
    const market = places.filter((bin) => drafts[bin]!.isSpot === isSpot)
    const there = (index: number) => market.reduce((sum, bin) => sum + (oldProcesses(bin)?.[index] ?? 0), 0)
    const quotas = isSpot
      ? spotQuotas(
          own,
          market.reduce((sum, bin) => sum + slots[bin]!, 0),
          demands,
          there,
        )
      : new Map(own.map((index) => [index, demands[index]!.count - placed(drafts, places, index)]))
    const marketSlots = slots.map((count, bin) => (drafts[bin]!.isSpot === isSpot ? count : 0))
    fillSlots({ own, slots: marketSlots, quotas, drafts, oldProcesses })
  }
}

interface Slots {
  own: number[]
  /** Of each instance, how many there are; none are left. */
  slots: number[]
  /** How many each application gets. */
  quotas: Map<number, number>
  drafts: Draft[]
  oldProcesses: (bin: number) => Int32Array | undefined
}

/** Those that are there stay, and the others go where fewest of their kind are. */
function fillSlots({ own, slots, quotas, drafts, oldProcesses }: Slots): void {
  const put = (bin: number, index: number, count: number) => {
    const { processes } = drafts[bin]!
    processes[index]! += count
    slots[bin]! -= count
    quotas.set(index, (quotas.get(index) ?? 0) - count)
  }
  const places = slots.flatMap((count, bin) => (count > 0 ? [bin] : []))
  for (const bin of places)
    for (const index of own) {
      const staying = (oldProcesses(bin)?.[index] ?? 0) - drafts[bin]!.processes[index]!
      put(bin, index, Math.max(0, Math.min(staying, quotas.get(index) ?? 0, slots[bin]!)))
    }
  for (const index of own)
    for (let level = 0; (quotas.get(index) ?? 0) > 0; level++) {
      const open = places.filter((bin) => slots[bin]! > 0)
      if (open.length === 0) break
      for (const bin of open)
        if ((quotas.get(index) ?? 0) > 0 && drafts[bin]!.processes[index]! <= level) put(bin, index, 1)
    }
}

/**
 * An application that came to be whole on one instance, and must not be, changes a process with another of its size elsewhere. There is
 * always one whose application stays within its own limits by that: the cap of the group leaves room for it.
 */
function spreadWhole(own: number[], drafts: Draft[], demands: Demand[]): void {
  const isWithin = (draft: Draft, index: number, others: Draft) => {
    const { mostOnOne, spotLimit } = demands[index]!
    if (draft.processes[index]! >= mostOnOne) return false
    return !draft.isSpot || others.isSpot || placedOnSpot(drafts, index) < spotLimit
  }
  for (const from of drafts)
    for (const index of own) {
      if (from.processes[index]! <= demands[index]!.mostOnOne) continue
      for (const to of drafts) {
        const other = own.find(
          (one) => to !== from && one !== index && to.processes[one]! > 0 && isWithin(from, one, to),
        )
        if (other === undefined || !isWithin(to, index, from)) continue
        from.processes[index]! -= 1
        to.processes[index]! += 1
        to.processes[other]! -= 1
        from.processes[other]! += 1
        break
      }
    }
}

const placedOnSpot = (drafts: Draft[], index: number) =>
  drafts.reduce((sum, { isSpot, processes }) => sum + (isSpot ? processes[index]! : 0), 0)

const placed = (drafts: Draft[], places: number[], index: number) =>
  places.reduce((sum, bin) => sum + drafts[bin]!.processes[index]!, 0)

/** How many of each application go to Spot: as many as are there, then evenly up to their limits, so that all slots are used. */
function spotQuotas(
  own: number[],
  slots: number,
  demands: Demand[],
  there: (index: number) => number,
): Map<number, number> {
  const quotas = new Map(own.map((index) => [index, Math.min(demands[index]!.spotLimit, there(index))]))
  let left = slots - [...quotas.values()].reduce((sum, quota) => sum + quota, 0)
  const mostOpen = () => own.reduce((best, index) => (open(index) > open(best) ? index : best), own[0]!)
  const open = (index: number) => demands[index]!.spotLimit - (quotas.get(index) ?? 0)
  const largest = () =>
    own.reduce((best, index) => ((quotas.get(index) ?? 0) > (quotas.get(best) ?? 0) ? index : best), own[0]!)
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
