import type { Demand } from '../model/demand'
import type { FleetInstance } from '../model/plan'
import { at, costTolerance } from '../model/packing-problem'
import type { Size } from '../model/sizes'

/** An instance of the plan in the making. */
export interface Draft extends Size {
  isSpot: boolean
  price: number
  /** Of each demand, the number of its processes here. */
  processes: Int32Array
  /** The fleet's instance that it is; absent: to be launched. */
  present?: Present
  /** The draft that it continues, where one plan is compared with another. */
  origin?: Draft
}

/** An instance of the fleet. */
export interface Present extends Size {
  instance: FleetInstance
  isSpot: boolean
  price: number
  /** Of each demand, the number of its processes that run here. */
  processes: Int32Array
  /** More like it can be launched at this price. */
  isOffered: boolean
}

/** An instance of the fleet as it runs now. */
export const draftOf = (present: Present): Draft => ({
  isSpot: present.isSpot,
  cpu: present.cpu,
  memory: present.memory,
  price: present.price,
  processes: Int32Array.from(present.processes),
  present,
})

export const costOfDrafts = (drafts: Draft[]): number => drafts.reduce((sum, { price }) => sum + price, 0)

export const isUsed = ({ processes }: Draft): boolean => processes.some((count) => count > 0)

/** What is left on it. */
export function roomOn(draft: Pick<Draft, 'cpu' | 'memory' | 'processes'>, demands: Demand[]): Size {
  let { cpu, memory } = draft
  for (let index = 0; index < demands.length; index++) {
    const count = at(draft.processes, index)
    if (count === 0) continue
    const demand = at(demands, index)
    cpu -= demand.cpu * count
    memory -= demand.memory * count
  }
  return { cpu, memory }
}

/** Of each demand, the processes in all and those on Spot. */
export function placedBy(drafts: Draft[], demands: Demand[]): { total: Int32Array; spot: Int32Array } {
  const total = new Int32Array(demands.length)
  const spot = new Int32Array(demands.length)
  for (const { processes, isSpot } of drafts)
    for (let index = 0; index < demands.length; index++) {
      const count = at(processes, index)
      if (count === 0) continue
      total[index] = at(total, index) + count
      if (isSpot) spot[index] = at(spot, index) + count
    }
  return { total, spot }
}

/** How many running processes leave their instance. */
export const leavingCount = (drafts: Draft[], presents: Present[]): number => {
  const staying = new Map(drafts.flatMap((draft) => (draft.present ? [[draft.present, draft]] : [])))
  let leaving = 0
  for (const present of presents)
    present.processes.forEach((count, index) => {
      const draft = staying.get(present)
      leaving += Math.max(0, count - (draft ? at(draft.processes, index) : 0))
    })
  return leaving
}

export const isCheaper = (cost: number, than: number): boolean => cost < than - costTolerance

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
  const [first = '', second = ''] = [a.present?.instance.id, b.present?.instance.id]
  return first < second ? -1 : first > second ? 1 : 0
}
