import type {
  FleetInstance,
  Plan,
  PlannedInstance,
  Planner,
  Workload,
  WorkloadApplication,
  WorkloadOffering,
} from './plan'
import { spotLimitOf } from './spot-limit'

/** Mebibytes to the unit of memoryMb, 1,000,000 bytes. */
const megabytesPerMebibyte = 1.048576
/** Sums of decimal shares (0.1 + 0.2) must not make a full instance look overfull. */
const tolerance = 1e-9

interface Room {
  cpu: number
  memoryMb: number
}

interface Bin {
  instance: PlannedInstance
  pricePerHour: number
  free: Room
}

/**
 * Keeps what runs where it is, puts each missing process into the instance with room that holds the fewest of its kind, and where
 * there is none launches the offering with the lowest price per process. Never moves a process. Deterministic.
 */
export const planFirstFit: Planner = (workload) => {
  const bins = (workload.fleet ?? []).map((instance) => openBin(workload, instance))
  const unplaced: Plan['unplaced'] = []
  for (const application of largestFirst(workload.applications)) {
    const present = bins.reduce((sum, bin) => sum + countOf(bin, application), 0)
    const left = placeMissing(workload, bins, application, application.count - present)
    if (left > 0)
      unplaced.push({ application: application.name, count: left, reason: whyNot(workload, application) })
  }
  const used = bins.filter((bin) => Object.keys(bin.instance.processes).length > 0)
  return {
    instances: used.map((bin) => bin.instance),
    retire: bins.filter((bin) => !used.includes(bin)).flatMap((bin) => bin.instance.id ?? []),
    unplaced,
    costPerHour: used.reduce((sum, bin) => sum + bin.pricePerHour, 0),
    lowerBoundPerHour: lowerBound(workload),
    provenOptimal: false,
    truncated: false,
    moves: [],
  }
}

const largestFirst = (applications: WorkloadApplication[]) =>
  [...applications].sort((a, b) => b.memoryMb - a.memoryMb || b.cpu - a.cpu || (a.name < b.name ? -1 : 1))

const roomOf = (size: { vcpu: number; memoryMib: number }, overhead: Workload['overhead']): Room => ({
  cpu: size.vcpu - overhead.cpu,
  memoryMb: size.memoryMib * megabytesPerMebibyte - overhead.memoryMb,
})

const fits = (room: Room, { cpu, memoryMb }: WorkloadApplication) =>
  room.cpu + tolerance >= cpu && room.memoryMb + tolerance >= memoryMb

const countOf = (bin: Bin, application: WorkloadApplication) => bin.instance.processes[application.name] ?? 0

function put(bin: Bin, application: WorkloadApplication, count: number) {
  if (count === 0) return
  bin.instance.processes[application.name] = countOf(bin, application) + count
  bin.free.cpu -= application.cpu * count
  bin.free.memoryMb -= application.memoryMb * count
}

/** A present instance with what stays in it: processes of applications that are no longer listed go. */
function openBin({ offerings, overhead, applications }: Workload, present: FleetInstance): Bin {
  const { id, instanceType, zone, market } = present
  const ofType = offerings.filter((offering) => offering.instanceType === instanceType)
  const offered = ofType.find((offering) => offering.zone === zone && offering.market === market)
  const size = ofType[0] ?? present
  const pricePerHour = offered?.pricePerHour ?? present.pricePerHour
  if (size.vcpu === undefined || size.memoryMib === undefined || pricePerHour === undefined)
    throw new Error(`Instance ${id} is of a type that is not offered, and its size or price is not given.`)
  const free = roomOf({ vcpu: size.vcpu, memoryMib: size.memoryMib }, overhead)
  const bin: Bin = { instance: { id, instanceType, zone, market, processes: {} }, pricePerHour, free }
  for (const application of applications) put(bin, application, present.processes[application.name] ?? 0)
  return bin
}

/** Places up to `missing` processes one by one; answers how many found no place. */
function placeMissing(workload: Workload, bins: Bin[], application: WorkloadApplication, missing: number) {
  const onSpot = (bin: Bin) => bin.instance.market === 'spot'
  const limit = spotLimitOf(workload.spotStrategy, application.count, application.maxSpotPercentage)
  let spotLeft = limit - bins.filter(onSpot).reduce((sum, bin) => sum + countOf(bin, application), 0)
  for (let left = missing; left > 0; left--) {
    const allowed = bins.filter((bin) => fits(bin.free, application) && (!onSpot(bin) || spotLeft > 0))
    const emptiest = [...allowed].sort((a, b) => countOf(a, application) - countOf(b, application))[0]
    const bin = emptiest ?? launch(workload, application, left, spotLeft)
    if (!bin) return left
    if (!emptiest) bins.push(bin)
    put(bin, application, 1)
    if (onSpot(bin)) spotLeft -= 1
  }
  return 0
}

function launch(
  { offerings, overhead }: Workload,
  application: WorkloadApplication,
  missing: number,
  spotLeft: number,
): Bin | undefined {
  const candidates = offerings.flatMap((offering) => {
    const wanted = offering.market === 'spot' ? Math.min(missing, spotLeft) : missing
    const room = roomOf(offering, overhead)
    if (wanted <= 0 || !fits(room, application)) return []
    const byRoom = Math.min(room.cpu / application.cpu, room.memoryMb / application.memoryMb)
    const held = Math.max(1, Math.min(wanted, Math.floor(byRoom + tolerance)))
    return [{ offering, perProcess: (offering.pricePerHour + offering.penalty) / held }]
  })
  const [best] = candidates.sort(
    (a, b) => a.perProcess - b.perProcess || (poolOf(a.offering) < poolOf(b.offering) ? -1 : 1),
  )
  if (!best) return undefined
  const { instanceType, zone, market, pricePerHour } = best.offering
  const instance = { instanceType, zone, market, processes: {} }
  return { instance, pricePerHour, free: roomOf(best.offering, overhead) }
}

const poolOf = ({ instanceType, zone, market }: WorkloadOffering) => `${instanceType} ${zone} ${market}`

function whyNot({ offerings, overhead }: Workload, application: WorkloadApplication): string {
  if (offerings.length === 0) return 'No instances are offered at the moment.'
  if (offerings.some((offering) => fits(roomOf(offering, overhead), application)))
    return 'The instances that its Spot limit allows are not offered at the moment.'
  return `No instance is large enough for ${application.cpu} CPU and ${application.memoryMb} MB.`
}

/** Nobody pays less than the cheapest price of a core times the cores, and the same of memory. */
function lowerBound({ applications, offerings, overhead, fleet }: Workload): number {
  const present = (fleet ?? []).flatMap(({ pricePerHour, vcpu, memoryMib }) =>
    pricePerHour === undefined || vcpu === undefined || memoryMib === undefined
      ? []
      : [{ pricePerHour, vcpu, memoryMib }],
  )
  const priced = [...offerings, ...present].map((size) => ({
    room: roomOf(size, overhead),
    pricePerHour: size.pricePerHour,
  }))
  const placeable = applications.filter((one) => offerings.some((size) => fits(roomOf(size, overhead), one)))
  const cheapest = (resource: keyof Room) =>
    Math.min(
      ...priced
        .filter(({ room }) => room[resource] > 0)
        .map(({ room, pricePerHour }) => pricePerHour / room[resource]),
    )
  const bounds = (['cpu', 'memoryMb'] as const).map((resource) => {
    const wanted = placeable.reduce((sum, one) => sum + one[resource] * one.count, 0)
    return wanted === 0 ? 0 : wanted * cheapest(resource)
  })
  return Math.max(...bounds)
}
