import { bytesPerMegabyte } from '../../../core/catalogue/figures'
import type { Workload } from './plan'

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

/** What a process takes, in integer units, never less than asked for. */
export const sizeOfProcess = ({ cpu, memoryMb }: { cpu: number; memoryMb: number }): Size => ({
  cpu: roundUp(cpuUnitsOf(cpu)),
  memory: roundUp(memoryMb * bytesPerMegabyte),
})

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
export function totalSize(sizes: Size[], counts: ArrayLike<number>): Size {
  let cpu = 0
  let memory = 0
  for (let index = 0; index < sizes.length; index++) {
    cpu += sizes[index]!.cpu * counts[index]!
    memory += sizes[index]!.memory * counts[index]!
  }
  return { cpu, memory }
}
