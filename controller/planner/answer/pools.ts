import { poolOf, type Pool } from '../../../core/catalogue/pool'
import type { SizedOffering } from '../model/instance-classes'
import type { Demand } from '../model/demand'
import { costWith, type Draft } from '../fleet/draft'
import { costTolerance } from '../model/packing-problem'
import type { PlannedInstance } from '../model/plan'
import { holds, totalLoad } from '../model/sizes'
import { hourlyCost } from '../model/tariff'

export interface Pooled {
  draft: Draft
  planned: PlannedInstance
  /** With its processes, in USD an hour. */
  cost: number
}

/**
 * Decides for each instance to be launched from which pool: the cheapest that holds what it shall run, then the least penalised, then the
 * zone, then the pool, where fewest of the same applications run.
 */
export function choosePools(drafts: Draft[], demands: Demand[], offerings: SizedOffering[]): Pooled[] {
  const crowd = new Crowd(demands.length)
  const pooled: Pooled[] = []
  for (const draft of drafts) {
    if (!draft.running) continue
    const { id, instanceType, zone, market } = draft.running.instance
    crowd.note(draft, draft.running.instance)
    const processes = namedProcesses(draft, demands)
    pooled.push({
      draft,
      cost: costWith(draft, demands),
      planned: { id, instanceType, zone, market, processes },
    })
  }
  for (const draft of drafts) {
    if (draft.running) continue
    const needed = totalLoad(demands, draft.processes)
    const fitting = offerings.filter(
      (one) => one.isSpot === draft.isSpot && one.side === draft.side && holds(one, needed),
    )
    const costs = fitting.map((one) => hourlyCost(one, needed.cpuUsed))
    const least = Math.min(...costs)
    const cheapest = leastPenalisedFirst(fitting.filter((_, index) => costs[index]! <= least + costTolerance))
    const [first] = cheapest
    if (!first) throw new Error('A planned instance is of a class that is not offered.')
    let best = first
    let leastCrowding = Infinity
    for (const candidate of cheapest) {
      if (candidate.offering.penalty > first.offering.penalty) break
      const crowding = crowd.around(draft, candidate.offering)
      if (crowding >= leastCrowding) continue
      leastCrowding = crowding
      best = candidate
    }
    const { instanceType, zone, market } = best.offering
    crowd.note(draft, best.offering)
    const processes = namedProcesses(draft, demands)
    pooled.push({
      draft,
      cost: hourlyCost(best, needed.cpuUsed),
      planned: { instanceType, zone, market, processes },
    })
  }
  return pooled
}

const leastPenalisedFirst = (offerings: SizedOffering[]): SizedOffering[] =>
  offerings.sort(
    (a, b) => a.offering.penalty - b.offering.penalty || (poolOf(a.offering) < poolOf(b.offering) ? -1 : 1),
  )

/** Built from entries, because an application may be called "__proto__". */
function namedProcesses({ processes }: Draft, demands: Demand[]): Record<string, number> {
  const entries: [string, number][] = []
  for (let index = 0; index < demands.length; index++) {
    const count = processes[index]!
    if (count > 0) entries.push([demands[index]!.application.name, count])
  }
  return Object.fromEntries(entries)
}

/** Which applications run where. */
class Crowd {
  private readonly byPlace = new Map<string, Int32Array>()

  constructor(private readonly demands: number) {}

  private at(place: string): Int32Array {
    const counts = this.byPlace.get(place) ?? new Int32Array(this.demands)
    this.byPlace.set(place, counts)
    return counts
  }

  note({ processes }: Draft, pool: Pool): void {
    for (const place of [pool.zone, poolOf(pool)]) {
      const counts = this.at(place)
      processes.forEach((count, index) => {
        counts[index]! += count
      })
    }
  }

  /** Sharing a zone weighs more than sharing a pool. */
  around({ processes }: Draft, pool: Pool): number {
    const zone = this.at(pool.zone)
    const own = this.at(poolOf(pool))
    let crowding = 0
    for (let index = 0; index < processes.length; index++) {
      const count = processes[index]!
      if (count > 0) crowding += count * (zone[index]! * 1000 + own[index]!)
    }
    return crowding
  }
}
