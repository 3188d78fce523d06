/** Cores as people read them: `1 core`, `0.35 cores`. */
export const coresText = (cores: number): string =>
  `${cores.toLocaleString('en-US', { maximumFractionDigits: 3 })} ${cores === 1 ? 'core' : 'cores'}`

/** Memory in units of 1,000,000 bytes: `2,000 MB`. */
export const memoryText = (megabytes: number): string =>
  `${megabytes.toLocaleString('en-US', { maximumFractionDigits: 0 })} MB`

/** What one process asks for: `0.35 cores and 900 MB`. */
export const sizeText = ({ cpuCount, memoryMb }: { cpuCount: number; memoryMb: number }): string =>
  `${coresText(cpuCount)} and ${memoryText(memoryMb)}`
