import type { Demand } from '../model/demand'
import type { FleetInstance } from '../model/plan'
import { totalLoad, type Load, type Size } from '../model/sizes'
import { hourlyCost, usableInPrice, type Tariff } from '../model/tariff'

/** Where an instance is, or may be launched. */
interface Place {
  /** On which side of the zones, where these are of account. */
  side?: number
  /** The zones of which it is in one. */
  zones: readonly string[]
}

/** An instance of the plan in the making. */
export interface Draft extends Size, Tariff, Place {
  isSpot: boolean
  /** Of each demand, the number of its processes here. */
  processes: Int32Array
  /** The fleet's instance that it is; absent: to be launched. */
  running?: RunningInstance
  /** The draft that it continues, where one plan is compared with another. */
  origin?: Draft
}

/** An instance of the fleet. */
export interface RunningInstance extends Size, Tariff, Place {
  instance: FleetInstance
  isSpot: boolean
  /** Of each demand, the number of its processes that run here. */
  processes: Int32Array
  /** More like it can be launched at this price. */
  isOffered: boolean
}

/** An instance of the fleet as it runs now. */
export const draftOf = (running: RunningInstance): Draft => ({
  isSpot: running.isSpot,
  side: running.side,
  zones: running.zones,
  cpu: running.cpu,
  memory: running.memory,
  price: running.price,
  surplus: running.surplus,
  processes: Int32Array.from(running.processes),
  running,
})

export const costOfDrafts = (drafts: Draft[], demands: Demand[]): number =>
  drafts.reduce((sum, draft) => sum + costWith(draft, demands), 0)

/** What regroupings are chosen by: the cost, where what is to be launched counts as dearer by that share of it. */
export const weightOfDrafts = (drafts: Draft[], demands: Demand[], launchPremium: number): number =>
  drafts.reduce((sum, draft) => sum + costWith(draft, demands) * (draft.running ? 1 : 1 + launchPremium), 0)

/** What an instance costs an hour with the processes on it. */
export const costWith = (one: Tariff & Pick<Draft, 'processes'>, demands: Demand[]): number =>
  one.surplus ? hourlyCost(one, totalLoad(demands, one.processes).cpuUsed) : one.price

export const isUsed = ({ processes }: Draft): boolean => processes.some((count) => count > 0)

/** What is left on it. */
export const roomOn = (draft: Draft, demands: Demand[]): Load => ({
  ...paidRoomOn(draft, demands),
  cpuUsed: Infinity,
})

/** What is left on it that costs nothing more. */
export function paidRoomOn(draft: Draft, demands: Demand[]): Load {
  const { cpu, memory, cpuUsed } = totalLoad(demands, draft.processes)
  return {
    cpu: draft.cpu - cpu,
    memory: draft.memory - memory,
    cpuUsed: usableInPrice(draft) - cpuUsed,
  }
}

/** Of each demand, the processes in all and those on Spot. */
export function placedBy(drafts: Draft[], demands: Demand[]): { total: Int32Array; spot: Int32Array } {
  const total = new Int32Array(demands.length)
  const spot = new Int32Array(demands.length)
  for (const { processes, isSpot } of drafts)
    for (let index = 0; index < demands.length; index++) {
      const count = processes[index]!
      if (count === 0) continue
      total[index]! += count
      if (isSpot) spot[index] = spot[index]! + count
    }
  return { total, spot }
}

/** Of a demand, how many processes may come to be in each zone. */
export function countsInZones(drafts: Draft[], index: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { zones, processes } of drafts)
    if (processes[index]! > 0)
      for (const zone of zones) counts.set(zone, (counts.get(zone) ?? 0) + processes[index]!)
  return counts
}

/** Whether no zone has more of any demand than it may. */
export const isWithinZones = (drafts: Draft[], demands: Demand[]): boolean =>
  demands.every(
    ({ zoned, mostInZone }, index) =>
      !zoned || [...countsInZones(drafts, index).values()].every((count) => count <= mostInZone),
  )

/** How many of the processes that run on an instance leave it. */
export const leavingFrom = ({ processes }: RunningInstance, next: Draft | undefined): number =>
  processes.reduce((sum, count, index) => sum + Math.max(0, count - (next ? next.processes[index]! : 0)), 0)

/** How many running processes leave their instance. */
export const leavingCount = (drafts: Draft[], fleet: RunningInstance[]): number => {
  const staying = new Map(drafts.flatMap((draft) => (draft.running ? [[draft.running, draft]] : [])))
  return fleet.reduce((sum, running) => sum + leavingFrom(running, staying.get(running)), 0)
}

/** One order for all fleets that differ only in names. */
export const inOrder = (drafts: Draft[]): Draft[] => {
  const keys = new Map(
    drafts.map((draft) => [draft, `${draft.isSpot} ${draft.price} ${draft.cpu} ${draft.processes.join()}`]),
  )
  return [...drafts].sort((a, b) => {
    const [first = '', second = ''] = [keys.get(a), keys.get(b)]
    return first < second ? -1 : first > second ? 1 : compareIds(a, b)
  })
}

const compareIds = (a: Draft, b: Draft) => {
  const [first = '', second = ''] = [a.running?.instance.id, b.running?.instance.id]
  return first < second ? -1 : first > second ? 1 : 0
}
