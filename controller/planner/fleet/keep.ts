import type { Demand } from '../model/demand'
import { countsInZones, draftOf, isUsed, roomOn, type Draft, type RunningInstance } from './draft'

/**
 * What may stay of the fleet as it is: no more of a process than wanted, no more of it on Spot or in one zone than allowed, and no instance overfull.
 * Takes away where least runs, so that instances become empty.
 * @param mayMove otherwise only what is not wanted at all is taken away.
 */
export function keepFleet(fleet: RunningInstance[], demands: Demand[], mayMove: boolean): Draft[] {
  const drafts = fleet.map(draftOf)
  if (mayMove)
    for (const draft of drafts) {
      demands.forEach(({ mostOnOne }, index) => {
        draft.processes[index] = Math.min(draft.processes[index]!, mostOnOne)
      })
      relieve(draft, demands)
    }
  demands.forEach((demand, index) => {
    const spotDrafts = drafts.filter(({ isSpot }) => isSpot)
    if (mayMove && demand.zoned)
      for (const [zone, there] of countsInZones(drafts, index))
        takeAway(
          drafts.filter(({ zones }) => zones.includes(zone)),
          index,
          there - demand.mostInZone,
        )
    if (mayMove) takeAway(spotDrafts, index, count(spotDrafts, index) - demand.applicationSpotLimit)
    takeAway(drafts, index, count(drafts, index) - demand.application.count)
  })
  return drafts.filter(isUsed)
}

const count = (drafts: Draft[], index: number) =>
  drafts.reduce((sum, { processes }) => sum + processes[index]!, 0)

const load = ({ processes }: Draft) => processes.reduce((sum, one) => sum + one, 0)

function takeAway(drafts: Draft[], index: number, surplus: number): void {
  let left = surplus
  if (left <= 0) return
  const holders = drafts.filter(({ processes }) => processes[index]! > 0).sort((a, b) => load(a) - load(b))
  for (const { processes } of holders) {
    const taken = Math.min(left, processes[index]!)
    processes[index]! -= taken
    left -= taken
    if (left === 0) return
  }
}

/** Takes the largest processes from an instance that holds more than it can. */
function relieve(draft: Draft, demands: Demand[]): void {
  for (;;) {
    const { cpu, memory } = roomOn(draft, demands)
    if (cpu >= 0 && memory >= 0) return
    let largest = -1
    let most = -1
    demands.forEach((demand, index) => {
      const size = demand.cpu / Math.max(1, draft.cpu) + demand.memory / Math.max(1, draft.memory)
      if (draft.processes[index]! > 0 && size > most) {
        most = size
        largest = index
      }
    })
    if (largest < 0) return
    draft.processes[largest]! -= 1
  }
}
