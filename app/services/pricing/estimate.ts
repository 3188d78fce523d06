import type { ConfigSpec } from '../../../core/application/config/columns'
import { instanceOverhead, megabytesPerMebibyte } from '../../../core/catalogue/figures'
import { mostInOneZone, mostOnOneInstance } from '../../../core/environment/surviving'
import type { GoesOnWithout } from '../../../core/resources/environment'
import { instancePerHour, surplusChargeOf, surplusPerHour } from '../../../core/charges/charges'
import type { PublishedInstanceType } from '../../../core/catalogue/instance-types'

/** Identical processes to place. */
export type EstimatedApplication = Pick<ConfigSpec, 'cpu' | 'memoryMb' | 'count'>

export interface Estimate {
  /** The instances to launch, the dearest type first. */
  instances: { instanceType: string; count: number; pricePerHour: number }[]
  /** USD an hour of their prices. */
  pricesPerHour: number
  /** USD an hour for CPU above the baseline of burstable types, where processes use all that they ask for. */
  surplusPerHour: number
  /** USD an hour of a public address and a disk of each. */
  addressesAndDisksPerHour: number
}

/** USD an hour of all of an estimate. */
export const totalPerHour = (estimate: Omit<Estimate, 'instances'>): number =>
  estimate.pricesPerHour + estimate.surplusPerHour + estimate.addressesAndDisksPerHour

/** Cores in thousandths, so that sums are exact, and memory in 1,000,000 bytes. */
interface Size {
  cpuThousandths: number
  memoryMb: number
}

/** A type with what processes may take of it, and what of that its price covers. */
type OfferedType = PublishedInstanceType & { room: Size; covered: Size }

/** Processes, or instances that hold the same; described once however many they are. */
interface Load extends Size {
  count: number
}

/** Processes of one application, and how many of them may share an instance. */
interface Processes extends Load {
  mostOnOne: number
}

/**
 * The bill of running `applications` on instances of `types`: that of one packing that works, so the best one costs no
 * more. Undefined when a process fits on none of the types.
 *
 * @param goesOnWithout what may break without an application with two or more processes going with it
 */
export function estimateCost(
  applications: readonly EstimatedApplication[],
  types: readonly PublishedInstanceType[],
  goesOnWithout: GoesOnWithout = 'NOTHING',
): Estimate | undefined {
  if (goesOnWithout !== 'ZONE') return estimateZone(applications, types, goesOnWithout)
  const half = (count: number) => Math.floor(count / 2)
  return cheapestOf(
    [half, (count: number) => count - mostInOneZone(goesOnWithout, count)].map((inOther) =>
      inTwoZones(applications, types, inOther),
    ),
  )
}

/** With so many processes of each application in another zone. Where none has two, there is no other. */
function inTwoZones(
  applications: readonly EstimatedApplication[],
  types: readonly PublishedInstanceType[],
  inOther: (count: number) => number,
): Estimate | undefined {
  const zones = [(count: number) => count - inOther(count), inOther]
  const estimates = zones
    .map((inZone) => applications.map((one) => ({ ...one, count: inZone(one.count) })))
    .map((own) => own.filter(({ count }) => count > 0))
    .filter((own) => own.length > 0)
    .map((own) => estimateZone(own, types, 'NOTHING'))
  return estimates.every((one) => one !== undefined) ? mergeEstimates(estimates) : undefined
}

function estimateZone(
  applications: readonly EstimatedApplication[],
  types: readonly PublishedInstanceType[],
  goesOnWithout: GoesOnWithout,
): Estimate | undefined {
  const { cheapestFirst, boxes } = offerOf(types)
  const processes = applications
    .map((application): Processes => ({
      ...sizeOf(application),
      count: application.count,
      mostOnOne: mostOnOneInstance(goesOnWithout, application.count),
    }))
    .sort((a, b) => b.memoryMb - a.memoryMb || b.cpuThousandths - a.cpuThousandths)
  // All together in boxes of each size, and each application by itself: the cheapest of these is what we promise.
  const together =
    processes.length > 1
      ? cheapestOf(boxes.map((box) => price(pack(processes, box), cheapestFirst)))
      : undefined
  const separate = processes.map((one) => {
    const capacities = new Set(
      boxes.map((box) => capacityForSome(box, empty, one)).filter((capacity) => capacity > 0),
    )
    return cheapestOf([...capacities].map((capacity) => price(fill(one, one.count, capacity), cheapestFirst)))
  })
  return cheapestOf([
    together,
    separate.every((one) => one !== undefined) ? mergeEstimates(separate) : undefined,
  ])
}

interface Offer {
  cheapestFirst: OfferedType[]
  boxes: Size[]
}

/** Pages price hundreds of applications with the same types. */
const offers = new WeakMap<readonly PublishedInstanceType[], Offer>()

function offerOf(types: readonly PublishedInstanceType[]): Offer {
  const known = offers.get(types)
  if (known) return known
  const cheapestFirst = offeredOf(types)
  const offer = { cheapestFirst, boxes: boxesOf(cheapestFirst) }
  offers.set(types, offer)
  return offer
}

/** The cheapest type of each room, burstable or not, the cheapest first: others of the same are never taken, and most have one. */
function offeredOf(types: readonly PublishedInstanceType[]): OfferedType[] {
  const cheapestFirst = [...types].sort((a, b) => a.onDemandPricePerHour - b.onDemandPricePerHour)
  const byRoom = new Map<string, OfferedType>()
  for (const type of cheapestFirst) {
    const { baselineVcpu = type.vcpu } = surplusChargeOf(type)
    const key = `${type.vcpu} ${type.memoryMib} ${baselineVcpu}`
    if (byRoom.has(key)) continue
    const [room, covered] = [roomOf(type), roomOf({ ...type, vcpu: baselineVcpu })]
    byRoom.set(key, { ...type, room, covered })
  }
  return [...byRoom.values()]
}

/** What is packed into: all of a type, or as much as its price covers. */
const boxesOf = (types: OfferedType[]): Size[] => [
  ...new Map(
    types
      .flatMap(({ room, covered }) => [room, covered])
      .map((box) => [`${box.cpuThousandths} ${box.memoryMb}`, box]),
  ).values(),
]

const sizeOf = ({ cpu, memoryMb }: EstimatedApplication): Size => ({
  cpuThousandths: Math.round(cpu * 1000),
  memoryMb,
})

const roomOf = ({ vcpu, memoryMib }: PublishedInstanceType): Size => ({
  cpuThousandths: Math.round((vcpu - instanceOverhead.cpu) * 1000),
  memoryMb: memoryMib * megabytesPerMebibyte - instanceOverhead.memoryMb,
})

/** How many of `one` still fit beside `used`. */
const capacityFor = (room: Size, used: Size, one: Size): number =>
  Math.max(
    0,
    Math.floor(
      Math.min(
        (room.cpuThousandths - used.cpuThousandths) / one.cpuThousandths,
        (room.memoryMb - used.memoryMb) / one.memoryMb,
      ),
    ),
  )

/** How many of an application still fit beside others. */
const capacityForSome = (room: Size, used: Size, one: Processes): number =>
  Math.min(capacityFor(room, used, one), one.mostOnOne)

const add = (used: Size, one: Size, times: number): Size => ({
  cpuThousandths: used.cpuThousandths + times * one.cpuThousandths,
  memoryMb: used.memoryMb + times * one.memoryMb,
})

const empty: Size = { cpuThousandths: 0, memoryMb: 0 }

/** First fit into boxes of one size, with alike boxes handled at once. Undefined when something is larger than a box. */
function pack(processes: Processes[], room: Size): Load[] | undefined {
  let loads: Load[] = []
  for (const one of processes) {
    const perNewBox = capacityForSome(room, empty, one)
    if (perNewBox === 0) return undefined
    let left = one.count
    const filled: Load[] = []
    for (const load of loads) {
      const perBox = left === 0 ? 0 : capacityForSome(room, load, one)
      if (perBox === 0) {
        filled.push(load)
        continue
      }
      const full = Math.min(load.count, Math.floor(left / perBox))
      left -= full * perBox
      if (full > 0) filled.push({ ...add(load, one, perBox), count: full })
      const partly = full < load.count && left > 0 ? 1 : 0
      if (partly > 0) filled.push({ ...add(load, one, left), count: 1 })
      if (partly > 0) left = 0
      if (full + partly < load.count) filled.push({ ...load, count: load.count - full - partly })
    }
    loads = [...filled, ...fill(one, left, perNewBox)]
  }
  return loads
}

/** New boxes of which each holds `capacity` of `one`. */
function fill(one: Size, count: number, capacity: number): Load[] {
  const full = Math.floor(count / capacity)
  const rest = count - full * capacity
  return [
    ...(full > 0 ? [{ ...add(empty, one, capacity), count: full }] : []),
    ...(rest > 0 ? [{ ...add(empty, one, rest), count: 1 }] : []),
  ]
}

/** Puts each load on the type that holds it for the least. */
const price = (loads: Load[] | undefined, cheapestFirst: OfferedType[]): Estimate | undefined =>
  loads && mergeEstimates(loads.map((load) => priceOfLoad(load, cheapestFirst)))

function priceOfLoad(load: Load, cheapestFirst: OfferedType[]): Estimate {
  const { count } = load
  let best: { type: OfferedType; surplus: number; perHour: number } | undefined
  for (const type of cheapestFirst) {
    if (best && type.onDemandPricePerHour >= best.perHour) break
    if (capacityFor(type.room, empty, load) < 1) continue
    const surplus = surplusPerHour(type, load.cpuThousandths / 1000)
    const perHour = type.onDemandPricePerHour + surplus
    if (!best || perHour < best.perHour) best = { type, surplus, perHour }
  }
  if (!best) throw new Error('What was packed for one of the types fits on none of them.')
  const { instanceType, onDemandPricePerHour } = best.type
  return {
    instances: [{ instanceType, count, pricePerHour: onDemandPricePerHour }],
    pricesPerHour: count * onDemandPricePerHour,
    surplusPerHour: count * best.surplus,
    addressesAndDisksPerHour: count * instancePerHour,
  }
}

/** What all of them cost together. */
export function mergeEstimates(parts: Estimate[]): Estimate {
  const byType = new Map<string, Estimate['instances'][number]>()
  for (const instance of parts.flatMap(({ instances }) => instances)) {
    const known = byType.get(instance.instanceType)
    byType.set(instance.instanceType, { ...instance, count: instance.count + (known?.count ?? 0) })
  }
  const sumOf = (figure: Exclude<keyof Estimate, 'instances'>) =>
    parts.reduce((sum, part) => sum + part[figure], 0)
  return {
    instances: [...byType.values()].sort((a, b) => b.pricePerHour - a.pricePerHour),
    pricesPerHour: sumOf('pricesPerHour'),
    surplusPerHour: sumOf('surplusPerHour'),
    addressesAndDisksPerHour: sumOf('addressesAndDisksPerHour'),
  }
}

const cheapestOf = (estimates: (Estimate | undefined)[]): Estimate | undefined =>
  estimates
    .filter((estimate) => estimate !== undefined)
    .reduce<Estimate | undefined>(
      (best, one) => (best && totalPerHour(best) <= totalPerHour(one) ? best : one),
      undefined,
    )
