import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planFirstFit } from './first-fit'
import type { Plan, Workload } from './plan'
import { spotLimitOf } from './spot-limit'

const offerings: Workload['offerings'] = ['a', 'b'].flatMap((zone) =>
  (['spot', 'on-demand'] as const).flatMap((market) =>
    [1, 2, 8].map((vcpu) => ({
      instanceType: `type-${vcpu}`,
      zone,
      market,
      pricePerHour: vcpu * (market === 'spot' ? 0.01 : 0.03),
      vcpu,
      memoryMib: vcpu * 2048,
      penalty: 0,
    })),
  ),
)
const overhead = { cpu: 0.1, memoryMb: 350 }

const workloads: fc.Arbitrary<Workload> = fc.record({
  spotStrategy: fc.constantFrom('ALL', 'ALL_BUT_ONE', 'HALF_OR_LESS', 'NONE'),
  applications: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('web', 'api', 'worker', 'cron'),
      cpu: fc.integer({ min: 1, max: 300 }).map((hundredths) => hundredths / 100),
      memoryMb: fc.integer({ min: 50, max: 6000 }),
      count: fc.integer({ min: 0, max: 8 }),
      maxSpotPercentage: fc.integer({ min: 0, max: 100 }),
    }),
    { selector: ({ name }) => name },
  ),
  offerings: fc.subarray(offerings),
  overhead: fc.constant(overhead),
})

/** The plan as the fleet of the next question. */
const carriedOut = (workload: Workload, plan: Plan): Workload => ({
  ...workload,
  fleet: plan.instances.map((instance, index) => ({ ...instance, id: instance.id ?? `i-${index}` })),
})

describe('first fit', () => {
  it('overfills no instance, breaks no Spot limit and places everything or says why not', () => {
    fc.assert(
      fc.property(workloads, (workload) => {
        const plan = planFirstFit(workload)
        for (const instance of plan.instances) {
          const size = workload.offerings.find(({ instanceType }) => instanceType === instance.instanceType)
          const used = workload.applications.map((one) => ({
            ...one,
            here: instance.processes[one.name] ?? 0,
          }))
          expect(used.reduce((sum, one) => sum + one.cpu * one.here, 0)).toBeLessThanOrEqual(
            (size?.vcpu ?? 0) - overhead.cpu + 1e-6,
          )
          expect(used.reduce((sum, one) => sum + one.memoryMb * one.here, 0)).toBeLessThanOrEqual(
            (size?.memoryMib ?? 0) * 1.048576 - overhead.memoryMb + 1e-6,
          )
        }
        for (const { name, count, maxSpotPercentage } of workload.applications) {
          const held = (instances: Plan['instances']) =>
            instances.reduce((sum, { processes }) => sum + (processes[name] ?? 0), 0)
          const unplaced = plan.unplaced.find(({ application }) => application === name)
          expect(held(plan.instances) + (unplaced?.count ?? 0)).toBe(count)
          expect(unplaced?.reason).not.toBe('')
          const onSpot = held(plan.instances.filter(({ market }) => market === 'spot'))
          expect(onSpot).toBeLessThanOrEqual(spotLimitOf(workload.spotStrategy, count, maxSpotPercentage))
        }
        expect(plan.lowerBoundPerHour).toBeLessThanOrEqual(plan.costPerHour + 1e-9 + unplacedCost(plan))
      }),
    )
  })

  it('changes nothing when its own plan has been carried out', () => {
    fc.assert(
      fc.property(workloads, (workload) => {
        const next = carriedOut(workload, planFirstFit(workload))
        const again = planFirstFit(next)
        expect(again.instances).toEqual(next.fleet)
        expect(again.retire).toEqual([])
      }),
    )
  })

  it('retires what nothing is left on, and stops applications that are no longer listed', () => {
    const plan = planFirstFit({
      spotStrategy: 'ALL',
      applications: [],
      offerings,
      overhead,
      fleet: [{ id: 'i-1', instanceType: 'type-1', zone: 'a', market: 'spot', processes: { gone: 1 } }],
    })
    expect(plan).toMatchObject({ instances: [], retire: ['i-1'], costPerHour: 0 })
  })

  it('says that an application is too large for every instance', () => {
    const plan = planFirstFit({
      spotStrategy: 'ALL',
      applications: [{ name: 'huge', cpu: 64, memoryMb: 100, count: 2 }],
      offerings,
      overhead,
    })
    expect(plan.unplaced).toEqual([
      { application: 'huge', count: 2, reason: 'No instance is large enough for 64 CPU and 100 MB.' },
    ])
  })
})

/** A bound on the cost of everything says nothing about a plan that could not place everything. */
const unplacedCost = (plan: Plan) => (plan.unplaced.length > 0 ? Infinity : 0)
