import { most } from '../../../core/text/longest'

/** The question that the calculator of the pricing page sends in the address. */
export interface CostQuestion {
  /** Each row, empty ones too. */
  applications: { cpuCount: string; memoryMb: string; numProcesses: string }[]
  spotDiscount: string
  loadBalancers: string
  /** Everything as it was typed, by field. */
  values: Record<string, string[]>
}

const fields = ['cpuCount', 'memoryMb', 'numProcesses', 'spotDiscount', 'loadBalancers'] as const

/** The question in an address; undefined when it asks nothing. */
export function readCostQuestion(address: string): CostQuestion | undefined {
  const query = new URL(address).searchParams
  if (!fields.some((field) => query.has(field))) return undefined
  // More are refused in any case, and need not be shown again for that.
  const read = (field: string) => query.getAll(field).slice(0, most.repeatedFields)
  const [cpuCounts, memories, counts] = [read('cpuCount'), read('memoryMb'), read('numProcesses')]
  const rows = Array.from(
    { length: Math.max(cpuCounts.length, memories.length, counts.length) },
    (_, row) => ({
      cpuCount: cpuCounts[row] ?? '',
      memoryMb: memories[row] ?? '',
      numProcesses: counts[row] ?? '',
    }),
  )
  return {
    applications: rows,
    spotDiscount: query.get('spotDiscount') ?? '',
    loadBalancers: query.get('loadBalancers') ?? '',
    values: Object.fromEntries(fields.map((field) => [field, read(field)])),
  }
}
