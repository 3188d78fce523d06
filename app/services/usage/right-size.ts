import { configFields } from '../../../core/application/config/fields'

/** What one process asks for: cores, and memory in 1,000,000 bytes. */
export interface Size {
  cpu: number
  memoryMb: number
}

/** What processes used in hours in which they asked for this size, in one environment. */
export interface UseOfSize extends Size {
  /** Whole hours that were measured. */
  hours: number
  /** The highest of those hours: cores that 95 of 100 minutes do not exceed. */
  p95Cores: number
  /** The most cores in 15 seconds. */
  mostCores: number
  /** Share of the time in which the limit of CPU held processes back; null where nobody could tell. So of memory. */
  throttled: number | null
  /** The most of one process. */
  mostMemoryMb: number | null
  /** The most programs and whole containers of all processes together that were killed because memory ran out. */
  memoryKills: number
}

/** An environment in which the application runs, with each size that it had there. */
export type PlaceOfUse = readonly UseOfSize[]

/** What a size is chosen by. The texts of pages and of the documentation say the same figures. */
export const sizeRules = {
  /** How far back figures count. */
  days: 14,
  /** So many hours of a size are measured before it may fall, or rise for CPU. */
  hours: 72,
  /** Times the cores that 95 of 100 minutes do not exceed. */
  cpuRoom: 1.5,
  /** Of the most cores in 15 seconds: what starts needs more than what runs. */
  leastOfMostCores: 0.5,
  /** Times the most memory. */
  memoryRoom: 1.4,
  /** From this share of the time on, processes are held back too often. */
  throttled: 0.1,
  /** Above this share, CPU does not fall. */
  hardlyThrottled: 0.02,
  /** From so many programs on that were killed, memory is too small. */
  memoryKills: 2,
  /** What is too small rises by so much, and by no more than to twice the present. */
  rise: 1.5,
  mostRise: 2,
  /** A fall by less is not worth a deployment. */
  leastFall: 0.1,
  least: { cpu: 0.05, memoryMb: 64 },
} as const

/**
 * The size that an application needs in all environments in which it runs, by what was measured. It is the present one where that fits, where
 * too little is known, and where a smaller one was too small lately: what rose does not fall again.
 *
 * @param present what it asks for now
 */
export const rightSize = (present: Size, places: readonly PlaceOfUse[]): Size => ({
  cpu: rightCpu(present, places),
  memoryMb: rightMemory(present, places),
})

/** What was measured of the present size; undefined where nothing was. */
export const useOf = (present: Size, place: PlaceOfUse): UseOfSize | undefined =>
  place.find(({ cpu, memoryMb }) => cpu === present.cpu && memoryMb === present.memoryMb)

const isKnown = (use: UseOfSize | undefined): use is UseOfSize =>
  use !== undefined && use.hours >= sizeRules.hours

function rightCpu(present: Size, places: readonly PlaceOfUse[]): number {
  const uses = places.map((place) => useOf(present, place))
  const known = uses.filter(isKnown)
  const mostP95 = Math.max(0, ...known.map(({ p95Cores }) => p95Cores))
  if (known.some(({ throttled }) => (throttled ?? 0) >= sizeRules.throttled))
    return risen(present.cpu, mostP95 * sizeRules.cpuRoom, roundUpCpu, configFields.cpu.range.most)
  const mayFall =
    known.length > 0 &&
    known.length === uses.length &&
    known.every(({ throttled }) => (throttled ?? 0) <= sizeRules.hardlyThrottled) &&
    !places.flat().some(({ cpu, throttled }) => cpu < present.cpu && (throttled ?? 0) >= sizeRules.throttled)
  if (!mayFall) return present.cpu
  const mostCores = Math.max(...known.map((use) => use.mostCores))
  const needed = Math.max(
    mostP95 * sizeRules.cpuRoom,
    mostCores * sizeRules.leastOfMostCores,
    sizeRules.least.cpu,
  )
  return fallen(present.cpu, roundUpCpu(needed))
}

function rightMemory(present: Size, places: readonly PlaceOfUse[]): number {
  const uses = places.map((place) => useOf(present, place))
  const known = uses.filter(isKnown)
  const peaks = uses.flatMap((use) => use?.mostMemoryMb ?? [])
  const needed = Math.max(sizeRules.least.memoryMb, ...peaks.map((peak) => peak * sizeRules.memoryRoom))
  const kills = killsOf(uses)
  if (kills >= sizeRules.memoryKills)
    return risen(present.memoryMb, needed, roundUpMemory, configFields.memoryMb.range.most)
  const mayFall =
    kills === 0 &&
    known.length > 0 &&
    known.length === uses.length &&
    known.every(({ mostMemoryMb }) => mostMemoryMb !== null) &&
    killsOf(places.flat().filter(({ memoryMb }) => memoryMb < present.memoryMb)) < sizeRules.memoryKills
  return mayFall ? fallen(present.memoryMb, roundUpMemory(needed)) : present.memoryMb
}

const killsOf = (uses: readonly (UseOfSize | undefined)[]): number =>
  uses.reduce((sum, use) => sum + (use?.memoryKills ?? 0), 0)

/** @param most what the form accepts */
function risen(present: number, needed: number, roundUp: (value: number) => number, most: number): number {
  const wanted = roundUp(Math.max(present * sizeRules.rise, needed))
  return Math.min(wanted, exact(present * sizeRules.mostRise), most)
}

const fallen = (present: number, needed: number): number =>
  needed > present * (1 - sizeRules.leastFall) ? present : needed

type Steps = readonly { below: number; step: number }[]

/** Sizes that people would type. */
const cpuSteps: Steps = [
  { below: 0.1, step: 0.01 },
  { below: 1, step: 0.05 },
  { below: 4, step: 0.1 },
  { below: Infinity, step: 0.5 },
]
const memorySteps: Steps = [
  { below: 100, step: 10 },
  { below: 1000, step: 50 },
  { below: 10_000, step: 100 },
  { below: Infinity, step: 1000 },
]

const roundUpCpu = (cores: number): number => roundUp(cores, cpuSteps)
const roundUpMemory = (megabytes: number): number => roundUp(megabytes, memorySteps)

function roundUp(value: number, steps: Steps): number {
  const step = steps.find(({ below }) => value < below)?.step ?? 1
  // What binary fractions leave over is no step more.
  return exact(Math.ceil(value / step - 1e-9) * step)
}

/** Without what binary fractions leave behind: sizes have three digits behind the point. */
const exact = (value: number): number => Number(value.toFixed(3))
