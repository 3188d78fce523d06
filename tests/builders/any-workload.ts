import fc from 'fast-check'
import { sharesUsed } from './tiny-packings'
import {
  createPlanner,
  type Plan,
  type Workload,
  type WorkloadApplication,
  type WorkloadOffering,
} from '../../controller/planner/planner'

/** Shrinking a failure may take so long. */
export const runs = { numRuns: 30, seed: 20261120, interruptAfterTimeLimit: 20_000 }

/** Types of four families, one of them burstable, and their prices; Spot costs differently in each zone. */
export const offerings: WorkloadOffering[] = ['a', 'b', 'c'].flatMap((zone, zoneIndex) =>
  [
    ['small.1', 1, 2048, 0.031],
    ['small.2', 2, 4096, 0.06],
    ['cpu.4', 4, 6144, 0.1],
    ['memory.2', 2, 16384, 0.11],
    ['large.8', 8, 32768, 0.3],
    ['burstable.2', 2, 4096, 0.025, 0.4],
    ['burstable.4', 4, 16384, 0.09, 1.6],
  ].flatMap(([instanceType, vcpu, memoryMib, price, baseline], typeIndex) =>
    (['spot', 'on-demand'] as const).map((market) => ({
      instanceType: String(instanceType),
      zone,
      market,
      vcpu: Number(vcpu),
      memoryMib: Number(memoryMib),
      ...(baseline ? { baselineVcpu: Number(baseline), surplusPerVcpuHour: 0.04 } : {}),
      pricePerHour:
        market === 'spot' ? Number(price) * (0.3 + 0.1 * ((zoneIndex + typeIndex) % 3)) : Number(price),
      penalty: 0,
    })),
  ),
)
export const overhead = { cpu: 0.1, memoryMb: 350 }

const applicationsOf = (most: number): fc.Arbitrary<WorkloadApplication[]> =>
  fc
    .uniqueArray(
      fc.record({
        name: fc.constantFrom('web', 'api', 'worker', 'cron', '__proto__'),
        cpu: fc.integer({ min: 0, max: 450 }).map((hundredths) => hundredths / 100),
        memoryMb: fc.integer({ min: 0, max: 9000 }),
        count: fc.integer({ min: 0, max: most }),
        maxSpotPercentage: fc.constantFrom(0, 30, 50, 100, undefined),
        shareUsed: sharesUsed,
      }),
      { selector: ({ name }) => name, maxLength: 5 },
    )
    .map((all) =>
      all.map(({ shareUsed, ...one }) => ({
        ...one,
        ...(shareUsed !== undefined && { cpuUsed: one.cpu * shareUsed }),
      })),
    )

export const workloadsOf = (most: number, market = fc.subarray(offerings)): fc.Arbitrary<Workload> =>
  fc.record({
    spotStrategy: fc.constantFrom('ALL', 'ALL_BUT_ONE', 'HALF_OR_LESS', 'NONE'),
    applications: applicationsOf(most),
    offerings: market,
    overhead: fc.constant(overhead),
    instancePerHour: fc.constantFrom(undefined, 0.0083, 0.05),
  })

/** Those of which no application with two or more processes is to go with a single instance. */
export const survivingWorkloadsOf = (...of: Parameters<typeof workloadsOf>): fc.Arbitrary<Workload> =>
  workloadsOf(...of).map((workload) => ({ ...workload, goesOnWithout: 'INSTANCE' }))

/** Those of which no application with two or more processes is to go with a single zone. */
export const spreadWorkloadsOf = (...of: Parameters<typeof workloadsOf>): fc.Arbitrary<Workload> =>
  workloadsOf(...of).map((workload) => ({ ...workload, goesOnWithout: 'ZONE' }))

/** The plan as the fleet of the next question; what is withdrawn keeps its size and price. */
export const carriedOut = (workload: Workload, plan: Plan): Workload => ({
  ...workload,
  fleet: plan.instances.map((instance, index) => {
    const size = offerings.find(({ instanceType }) => instanceType === instance.instanceType)
    return {
      ...instance,
      id: instance.id ?? `${workload.fleet ? 'second' : 'first'}-${index}`,
      pricePerHour: workload.fleet?.find(({ id }) => id === instance.id)?.pricePerHour ?? 0.04,
      vcpu: size?.vcpu ?? 0,
      memoryMib: size?.memoryMib ?? 0,
      baselineVcpu: size?.baselineVcpu,
      surplusPerVcpuHour: size?.surplusPerVcpuHour,
    }
  }),
})

/** Planners for which each look at the clock takes so many milliseconds. */
export const plannersByTick = (ticks: number[]) =>
  Promise.all(
    ticks.map((tick) => {
      let time = 0
      return createPlanner({ now: () => (time += tick) })
    }),
  )
