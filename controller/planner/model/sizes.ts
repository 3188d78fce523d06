import { bytesPerMegabyte } from '../../../core/catalogue/figures'
import type { Workload, WorkloadApplication } from './plan'

const bytesPerMebibyte = 1_048_576
/** CPU is counted in millionths of a core. */
const unitsPerCore = 1_000_000
/** A figure this close to an integer is that integer: 0.1 + 0.2 cores are 300,000 units. */
const rounding = 1e-6

/** So many cores in units of CPU. */
export const cpuUnitsOf = (cores: number): number => cores * unitsPerCore

const roundUp = (figure: number) => Math.ceil(figure - rounding)
const roundDown = (figure: number) => Math.floor(figure + rounding)

export interface Size {
  cpu: number
  memory: number
}

/** What processes take of an instance, and what they use of its CPU on the average: the one has to fit, for the other a surplus is paid. */
export interface Load extends Size {
  /** Never more than `cpu`. */
  cpuUsed: number
}

/** What a process takes, in integer units, never less than asked for; and what it uses, all of it unless that is known better. */
export function loadOfProcess({
  cpu: cores,
  cpuUsed = cores,
  memoryMb,
}: Pick<WorkloadApplication, 'cpu' | 'cpuUsed' | 'memoryMb'>): Load {
  const cpu = roundUp(cpuUnitsOf(cores))
  return {
    cpu,
    memory: roundUp(memoryMb * bytesPerMegabyte),
    cpuUsed: cpuUsed < cores ? cpu * (cpuUsed / cores) : cpu,
  }
}

/** What an instance has for processes, in integer units, never more than is there; below 0 where not even the overhead fits. */
export const usableSizeOf = (
  { vcpu, memoryMib }: { vcpu: number; memoryMib: number },
  overhead: Workload['overhead'],
): Size => ({
  cpu: roundDown(cpuUnitsOf(vcpu - overhead.cpu)),
  memory: roundDown(memoryMib * bytesPerMebibyte - overhead.memoryMb * bytesPerMegabyte),
})

export const holds = (room: Size, needed: Size): boolean =>
  room.cpu >= needed.cpu && room.memory >= needed.memory

/** What so many of each take together. */
export function totalLoad(loads: Load[], counts: ArrayLike<number>): Load {
  let cpu = 0
  let memory = 0
  let cpuUsed = 0
  for (let index = 0; index < loads.length; index++) {
    const count = counts[index]!
    if (count === 0) continue
    const load = loads[index]!
    cpu += load.cpu * count
    memory += load.memory * count
    cpuUsed += load.cpuUsed * count
  }
  return { cpu, memory, cpuUsed }
}
