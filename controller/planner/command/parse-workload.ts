import { z } from 'zod'
import { goesOnWithouts, markets, spotStrategies } from '../../../core/resources/environment'
import type { Workload } from '../model/plan'
import { contradictionsIn } from './contradictions'

const figure = z.number().nonnegative()
const name = z.string().min(1)
const count = z.int().nonnegative()

const applicationSchema = z.object({
  name,
  cpu: figure,
  cpuUsed: figure.optional(),
  memoryMb: figure,
  count,
  maxSpotPercentage: z.number().min(0).max(100).optional(),
})

const offeringSchema = z.object({
  instanceType: name,
  zone: name,
  market: z.enum(markets),
  pricePerHour: figure,
  vcpu: figure,
  memoryMib: figure,
  baselineVcpu: figure.optional(),
  surplusPerVcpuHour: figure.optional(),
  penalty: figure,
})

const fleetInstanceSchema = z.object({
  id: name,
  instanceType: name,
  zone: name,
  market: z.enum(markets),
  processes: z.record(z.string(), count),
  pricePerHour: figure.optional(),
  vcpu: figure.optional(),
  memoryMib: figure.optional(),
  baselineVcpu: figure.optional(),
  surplusPerVcpuHour: figure.optional(),
})

const workloadSchema = z.object({
  spotStrategy: z.enum(spotStrategies),
  applications: z.array(applicationSchema),
  offerings: z.array(offeringSchema),
  overhead: z.object({ cpu: figure, memoryMb: figure }),
  goesOnWithout: z.enum(goesOnWithouts).optional(),
  instancePerHour: figure.optional(),
  fleet: z.array(fleetInstanceSchema).optional(),
  minimumSavingPerMove: figure.optional(),
  launchPremium: figure.optional(),
  spreadTolerance: figure.optional(),
})

/** A workload that cannot be planned, with every fault and its path. */
export class WorkloadError extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('\n'))
    this.name = 'WorkloadError'
  }
}

/** @throws WorkloadError naming all faults at once. */
export function parseWorkload(input: unknown): Workload {
  const result = workloadSchema.safeParse(input)
  const faults = result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${pathOf(path)}: ${message}`)
  faults.push(...contradictionsIn(input))
  if (!result.success || faults.length > 0) throw new WorkloadError(faults)
  return result.data
}

const pathOf = (path: PropertyKey[]) =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('') || 'workload'
