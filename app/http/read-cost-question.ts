/** What the calculator of the pricing page sends in the address. */
export interface CostQuestion {
  applications: { cpuCount: string; memoryMb: string; numProcesses: string }[]
  spotDiscount: string
  /** Everything as it was typed, by field. */
  values: Record<string, string[]>
}

const fields = ['cpuCount', 'memoryMb', 'numProcesses', 'spotDiscount'] as const

/** The question in an address; undefined when it asks nothing. Rows in which nothing was typed are left out. */
export function readCostQuestion(address: string): CostQuestion | undefined {
  const query = new URL(address).searchParams
  if (!fields.some((field) => query.has(field))) return undefined
  const [cpuCounts, memories, counts] = [
    query.getAll('cpuCount'),
    query.getAll('memoryMb'),
    query.getAll('numProcesses'),
  ]
  const rows = Array.from(
    { length: Math.max(cpuCounts.length, memories.length, counts.length) },
    (_, row) => ({
      cpuCount: cpuCounts[row] ?? '',
      memoryMb: memories[row] ?? '',
      numProcesses: counts[row] ?? '',
    }),
  )
  return {
    applications: rows.filter((row) => Object.values(row).some((text) => text.trim() !== '')),
    spotDiscount: query.get('spotDiscount') ?? '',
    values: Object.fromEntries(fields.map((field) => [field, query.getAll(field)])),
  }
}
