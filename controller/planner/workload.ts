import { z } from 'zod'
import { markets, spotStrategies } from '../../core/resources/environment'
import type { Workload } from './plan'

const figure = z.number().nonnegative()
const name = z.string().min(1)
const count = z.int().nonnegative()

const applicationSchema = z.object({
  name,
  cpu: figure,
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
})

const workloadSchema = z
  .object({
    spotStrategy: z.enum(spotStrategies),
    applications: z.array(applicationSchema),
    offerings: z.array(offeringSchema),
    overhead: z.object({ cpu: figure, memoryMb: figure }),
    fleet: z.array(fleetInstanceSchema).optional(),
    minimumSavingPerMove: figure.optional(),
    spreadTolerance: figure.optional(),
  })
  .check(({ value, issues }) => {
    const { applications, offerings, fleet = [] } = value
    const refuse = (message: string, ...path: (string | number)[]) =>
      issues.push({ code: 'custom', input: value, message, path })
    const refuseSecond = <Entry>(list: Entry[], key: (entry: Entry) => string, what: string, path: string) => {
      const seen = new Set<string>()
      list.forEach((entry, index) => {
        if (seen.has(key(entry))) refuse(`${what} ${key(entry)} is listed twice.`, path, index)
        seen.add(key(entry))
      })
    }
    refuseSecond(applications, (one) => one.name, 'Application', 'applications')
    refuseSecond(offerings, poolOf, 'Offering', 'offerings')
    refuseSecond(fleet, ({ id }) => id, 'Instance', 'fleet')
    const pools = new Set(offerings.map(poolOf))
    const types = new Set(offerings.map(({ instanceType }) => instanceType))
    fleet.forEach((instance, index) => {
      if (!pools.has(poolOf(instance)) && instance.pricePerHour === undefined)
        refuse(`${poolOf(instance)} is not offered: its pricePerHour is needed.`, 'fleet', index, 'pricePerHour')
      for (const size of ['vcpu', 'memoryMib'] as const)
        if (!types.has(instance.instanceType) && instance[size] === undefined)
          refuse(`${instance.instanceType} is not offered: its ${size} is needed.`, 'fleet', index, size)
    })
  })

const poolOf = ({ instanceType, zone, market }: { instanceType: string; zone: string; market: string }) =>
  `${instanceType} ${zone} ${market}`

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
  if (result.success) return result.data
  throw new WorkloadError(
    result.error.issues.map(({ path, message }) => `${path.length > 0 ? pathOf(path) : 'workload'}: ${message}`),
  )
}

const pathOf = (path: PropertyKey[]) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`)).join('')
