import { availableParallelism, cpus, loadavg } from 'node:os'

/** The value that `share` (0 to 1) of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN
}

const columns = ['min', 'median', 'p95', 'max'] as const

/** A table of milliseconds, one row per thing. */
export function printMilliseconds(caption: string, rows: Record<string, readonly number[]>): void {
  const width = Math.max(...Object.keys(rows).map((name) => name.length)) + 2
  console.log(`\n${caption}`)
  console.log(`  ${''.padEnd(width)}${columns.map((name) => name.padStart(9)).join('')}   (ms)`)
  for (const [name, values] of Object.entries(rows)) {
    const figures = [0, 0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0).padStart(9))
    console.log(`  ${name.padEnd(width)}${figures.join('')}`)
  }
}

/** What the figures depend on. */
export function printMachine(): void {
  const [load = 0] = loadavg()
  console.log(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ` +
      `load average ${load.toFixed(1)} at the start`,
  )
}
