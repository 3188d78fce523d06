import { memoryText } from './usage-text'

/** Cores with their unit, as exact as a size is: `1 core`, `0.125 cores`. */
export const countedCores = (cores: number): string =>
  `${cores.toLocaleString('en-US', { maximumFractionDigits: 3 })} ${cores === 1 ? 'core' : 'cores'}`

/** What one process asks for: `0.35 cores and 900 MB`. */
export const sizeText = ({ cpuCount, memoryMb }: { cpuCount: number; memoryMb: number }): string =>
  `${countedCores(cpuCount)} and ${memoryText(memoryMb)}`
