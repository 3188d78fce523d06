import type { Demand } from '../model/demand'
import { groupBySize } from '../model/group-by-size'
import type { Bin, InstanceClass, PackingProblem } from '../model/packing-problem'
import { holds, type Load } from '../model/sizes'
import { reaches, type Sides } from '../model/zones'
import { costOfDrafts, countsInZones, paidRoomOn, placedBy, roomOn, type Draft } from './draft'
import { matchBins } from './match'

export type Pack = (problem: PackingProblem) => Bin[] | undefined

/** What may be launched, and how that is decided. */
export interface Launching {
  classes: InstanceClass[]
  pack: Pack
  /** Present where zones are of account. */
  sides?: Sides
}

/**
 * Adds the processes that are missing: first where there is room, then on instances of their own, some of which may be `spare` ones. Room that
 * costs a surplus is filled if that is cheaper than leaving it.
 * @returns undefined where they cannot be packed. The drafts are changed.
 */
export function placeMissing(
  drafts: Draft[],
  spare: Draft[],
  demands: Demand[],
  launching: Launching,
): Draft[] | undefined {
  if (!drafts.some(({ surplus }) => surplus)) return placeIn(drafts, roomOn, spare, demands, launching)
  const copies = drafts.map((draft) => ({ ...draft, processes: Int32Array.from(draft.processes) }))
  const withoutSurplus = placeIn(copies, paidRoomOn, spare, demands, launching)
  const withSurplus = placeIn(drafts, roomOn, spare, demands, launching)
  const cost = (some: Draft[] | undefined) => (some ? costOfDrafts(some, demands) : Infinity)
  return cost(withoutSurplus) < cost(withSurplus) ? withoutSurplus : withSurplus
}

function placeIn(
  drafts: Draft[],
  room: (draft: Draft, demands: Demand[]) => Load,
  spare: Draft[],
  demands: Demand[],
  { classes, pack, sides }: Launching,
): Draft[] | undefined {
  const missing = fillRoom(drafts, room, demands).map((demand, index) =>
    demand.zoned ? withPins(demand, drafts, index) : demand,
  )
  if (missing.every(({ count }) => count === 0)) return drafts
  const grouped = groupBySize(missing)
  const problem = { classes, groups: grouped.groups }
  const bins = pack(problem)
  return bins && [...drafts, ...matchBins(problem, bins, grouped, missing, spare, sides)]
}

/** What is still wanted, as demands of its own. */
function missingDemands(drafts: Draft[], demands: Demand[]): Demand[] {
  const { total, spot } = placedBy(drafts, demands)
  return demands.map((demand, index) => {
    const count = Math.max(0, demand.count - total[index]!)
    return { ...demand, count, spotLimit: Math.max(0, Math.min(count, demand.spotLimit - spot[index]!)) }
  })
}

/**
 * What is missing, with the sides on which one has to be so that not all come to be in one zone; without one that cannot be there.
 */
function withPins(missing: Demand, drafts: Draft[], index: number): Demand {
  const { zoned, count, spotLimit, mostInZone } = missing
  if (!zoned || count === 0) return missing
  const { reach } = zoned
  const counts = countsInZones(drafts, index)
  const full = [...counts].filter(([, there]) => there + count > mostInZone).map(([zone]) => zone)
  if (counts.size === 0) return { ...missing, zoned: { reach, pins: count > mostInZone ? [0, 1] : [] } }
  if (full.length === 0) return { ...missing, zoned: { reach, pins: [] } }
  const holder = drafts.find(({ processes }) => processes[index]! > 0)
  // Nothing is launched in a zone that is in neither side.
  if (holder?.side === undefined || holder.side < 0) return { ...missing, zoned: { reach, pins: [] } }
  const other = 1 - holder.side
  if (reaches(reach, other, spotLimit)) return { ...missing, zoned: { reach, pins: [other] } }
  return {
    ...missing,
    count: count - 1,
    spotLimit: Math.min(spotLimit, count - 1),
    zoned: { reach, pins: [] },
  }
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
  const inZones = demand.zoned ? countsInZones(drafts, index) : undefined
  const isFull = ({ zones }: Draft) =>
    inZones !== undefined && zones.some((zone) => (inZones.get(zone) ?? 0) >= demand.mostInZone)
  for (let place = 0; place < drafts.length; place++) {
    const { isSpot, processes } = drafts[place]!
    if (isSpot !== onSpot || !isRoomFor(demand, rooms[place]!)) continue
    if (processes[index]! >= demand.mostOnOne || isFull(drafts[place]!)) continue
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
