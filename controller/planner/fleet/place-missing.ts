import { groupBySize, type Demand } from '../model/demand'
import { type Bin, type InstanceClass, type PackingProblem } from '../model/packing-problem'
import { holds, type Load } from '../model/sizes'
import { costOfDrafts, paidRoomOn, placedBy, roomOn, type Draft } from './draft'
import { matchBins } from './match'

export type Pack = (problem: PackingProblem) => Bin[] | undefined

/**
 * Adds the processes that are missing: first where there is room, then on instances of their own, some of which may be `spare` ones. Room that
 * costs a surplus is filled if that is cheaper than leaving it.
 * @returns undefined where they cannot be packed. The drafts are changed.
 */
export function placeMissing(
  drafts: Draft[],
  spare: Draft[],
  demands: Demand[],
  classes: InstanceClass[],
  pack: Pack,
): Draft[] | undefined {
  if (!drafts.some(({ surplus }) => surplus)) return placeIn(drafts, roomOn, spare, demands, classes, pack)
  const copies = drafts.map((draft) => ({ ...draft, processes: Int32Array.from(draft.processes) }))
  const withoutSurplus = placeIn(copies, paidRoomOn, spare, demands, classes, pack)
  const withSurplus = placeIn(drafts, roomOn, spare, demands, classes, pack)
  const cost = (some: Draft[] | undefined) => (some ? costOfDrafts(some, demands) : Infinity)
  return cost(withoutSurplus) < cost(withSurplus) ? withoutSurplus : withSurplus
}

function placeIn(
  drafts: Draft[],
  room: (draft: Draft, demands: Demand[]) => Load,
  spare: Draft[],
  demands: Demand[],
  classes: InstanceClass[],
  pack: Pack,
): Draft[] | undefined {
  const missing = fillRoom(drafts, room, demands)
  if (missing.every(({ count }) => count === 0)) return drafts
  const grouped = groupBySize(missing)
  const problem = { classes, groups: grouped.groups }
  const bins = pack(problem)
  return bins && [...drafts, ...matchBins(problem, bins, grouped, missing, spare)]
}

/** What is still wanted, as demands of its own. */
function missingDemands(drafts: Draft[], demands: Demand[]): Demand[] {
  const { total, spot } = placedBy(drafts, demands)
  return demands.map((demand, index) => {
    const count = Math.max(0, demand.count - total[index]!)
    return { ...demand, count, spotLimit: Math.max(0, Math.min(count, demand.spotLimit - spot[index]!)) }
  })
}

/** Puts missing processes where there is room, each where fewest of its kind are. Answers what is missing then. */
function fillRoom(
  drafts: Draft[],
  room: (draft: Draft, demands: Demand[]) => Load,
  demands: Demand[],
): Demand[] {
  const rooms = drafts.map((draft) => room(draft, demands))
  const missing = missingDemands(drafts, demands)
  const order = missing
    .map((_, index) => index)
    .filter((index) => missing[index]!.count > 0)
    .sort((a, b) => missing[b]!.memory - missing[a]!.memory || missing[b]!.cpu - missing[a]!.cpu || a - b)
  for (const index of order) {
    const demand = missing[index]!
    // What must be on-demand goes first, so that the room there is not taken by what may be on Spot.
    while (demand.count > demand.spotLimit && putOne(drafts, rooms, demand, index, false)) demand.count -= 1
  }
  for (const index of order) {
    const demand = missing[index]!
    while (demand.spotLimit > 0 && putOne(drafts, rooms, demand, index, true)) {
      demand.count -= 1
      demand.spotLimit -= 1
    }
    while (demand.spotLimit > 0 && putOne(drafts, rooms, demand, index, false)) {
      demand.count -= 1
      demand.spotLimit -= 1
    }
  }
  return missing
}

function putOne(drafts: Draft[], rooms: Load[], demand: Demand, index: number, onSpot: boolean): boolean {
  let best = -1
  for (let place = 0; place < drafts.length; place++) {
    const { isSpot, processes } = drafts[place]!
    if (isSpot !== onSpot || !isRoomFor(demand, rooms[place]!)) continue
    if (processes[index]! >= demand.mostOnOne) continue
    if (best < 0 || processes[index]! < drafts[best]!.processes[index]!) best = place
  }
  if (best < 0) return false
  const { processes } = drafts[best]!
  processes[index]! += 1
  const room = rooms[best]!
  room.cpu -= demand.cpu
  room.memory -= demand.memory
  room.cpuUsed -= demand.cpuUsed
  return true
}

const isRoomFor = (demand: Demand, room: Load) => holds(room, demand) && room.cpuUsed >= demand.cpuUsed
