import { instanceOverhead, megabytesPerMebibyte } from '../../../core/catalogue/figures'
import type { PublishedInstanceType } from '../../../core/catalogue/instance-types'

/** Identical processes to place. */
export interface EstimatedApplication {
  cpuCount: number
  memoryMb: number
  numProcesses: number
}

export interface Estimate {
  /** The instances to launch, the dearest type first. */
  instances: { instanceType: string; count: number; pricePerHour: number }[]
  /** USD an hour of all instances, on-demand. */
  onDemandPerHour: number
}

/** Cores in thousandths, so that sums are exact, and memory in 1,000,000 bytes. */
interface Size {
  cpuThousandths: number
  memoryMb: number
}

/** A type with what processes may take of it. */
type OfferedType = PublishedInstanceType & { room: Size }

/** Instances that hold the same; described once however many they are. */
interface Load extends Size {
  count: number
}

/**
 * The cost of running `applications` on instances of `types`: the price of one packing that works, so the best one costs
 * no more. Undefined when a process fits on none of the types.
 */
export function estimateCost(
  applications: readonly EstimatedApplication[],
  types: readonly PublishedInstanceType[],
): Estimate | undefined {
  const cheapestFirst = offeredOf(types)
  const processes = applications
    .map((application) => ({ ...application, ...sizeOf(application) }))
    .sort((a, b) => b.memoryMb - a.memoryMb || b.cpuThousandths - a.cpuThousandths)
  // All together in boxes of each size, and each application by itself: the cheapest of these is what we promise.
  const together = cheapestOf(cheapestFirst.map(({ room }) => price(pack(processes, room), cheapestFirst)))
  const separate = processes.map((one) =>
    cheapestOf(cheapestFirst.map(({ room }) => price(pack([one], room), cheapestFirst))),
  )
  return cheapestOf([together, separate.every((one) => one !== undefined) ? merge(separate) : undefined])
}

/** The cheapest type of each room, the cheapest first: others of the same room are never taken, and most have one. */
function offeredOf(types: readonly PublishedInstanceType[]): OfferedType[] {
  const cheapestFirst = [...types].sort((a, b) => a.onDemandPricePerHour - b.onDemandPricePerHour)
  const byRoom = new Map<string, OfferedType>()
  for (const type of cheapestFirst) {
    const key = `${type.vcpu} ${type.memoryMib}`
    if (!byRoom.has(key)) byRoom.set(key, { ...type, room: roomOf(type) })
  }
  return [...byRoom.values()]
}

const sizeOf = ({ cpuCount, memoryMb }: EstimatedApplication): Size => ({
  cpuThousandths: Math.round(cpuCount * 1000),
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

const add = (used: Size, one: Size, times: number): Size => ({
  cpuThousandths: used.cpuThousandths + times * one.cpuThousandths,
  memoryMb: used.memoryMb + times * one.memoryMb,
})

const empty: Size = { cpuThousandths: 0, memoryMb: 0 }

/** First fit into boxes of one size, with alike boxes handled at once. Undefined when something is larger than a box. */
function pack(processes: (Size & { numProcesses: number })[], room: Size): Load[] | undefined {
  let loads: Load[] = []
  for (const one of processes) {
    const perNewBox = capacityFor(room, empty, one)
    if (perNewBox === 0) return undefined
    let left = one.numProcesses
    const filled: Load[] = []
    for (const load of loads) {
      const perBox = left === 0 ? 0 : capacityFor(room, load, one)
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
    const full = Math.floor(left / perNewBox)
    const rest = left - full * perNewBox
    if (full > 0) filled.push({ ...add(empty, one, perNewBox), count: full })
    if (rest > 0) filled.push({ ...add(empty, one, rest), count: 1 })
    loads = filled
  }
  return loads
}

/** Puts each load on the cheapest type that holds it. */
function price(loads: Load[] | undefined, cheapestFirst: OfferedType[]): Estimate | undefined {
  if (!loads) return undefined
  return merge(
    loads.map((load) => {
      const type = cheapestFirst.find((one) => capacityFor(one.room, empty, load) >= 1)
      if (!type) throw new Error('What was packed for one of the types fits on none of them.')
      const { instanceType, onDemandPricePerHour } = type
      return {
        instances: [{ instanceType, count: load.count, pricePerHour: onDemandPricePerHour }],
        onDemandPerHour: load.count * onDemandPricePerHour,
      }
    }),
  )
}

function merge(parts: Estimate[]): Estimate {
  const byType = new Map<string, Estimate['instances'][number]>()
  for (const instance of parts.flatMap(({ instances }) => instances)) {
    const known = byType.get(instance.instanceType)
    byType.set(instance.instanceType, { ...instance, count: instance.count + (known?.count ?? 0) })
  }
  return {
    instances: [...byType.values()].sort((a, b) => b.pricePerHour - a.pricePerHour),
    onDemandPerHour: parts.reduce((sum, { onDemandPerHour }) => sum + onDemandPerHour, 0),
  }
}

const cheapestOf = (estimates: (Estimate | undefined)[]): Estimate | undefined =>
  estimates
    .filter((estimate) => estimate !== undefined)
    .reduce<Estimate | undefined>(
      (best, one) => (best && best.onDemandPerHour <= one.onDemandPerHour ? best : one),
      undefined,
    )
