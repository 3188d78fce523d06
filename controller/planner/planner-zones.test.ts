import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { carriedOut, offerings, overhead, runs, spreadWorkloadsOf } from '../../tests/builders/any-workload'
import { leastCostByTrying } from '../../tests/builders/least-cost-by-trying'
import { faultsOf } from '../../tests/builders/plan-faults'
import { expectSoundPlans } from '../../tests/builders/sound-plans'
import { createPlanner, type Planner, type Workload } from './planner'

const isTiny = ({ applications }: Workload) => applications.reduce((sum, { count }) => sum + count, 0) <= 5

const ofTwoZones = offerings.filter(({ zone }) => zone !== 'c')

/** Of which the proof needs no thought for which process may not use Spot. */
const isPlain = ({ spotStrategy, applications }: Workload) =>
  spotStrategy === 'NONE' ||
  (spotStrategy === 'ALL' &&
    applications.every(({ maxSpotPercentage = 100 }) => [0, 100].includes(maxSpotPercentage)))

/** Pairs of one size, of which a single instance would be the cheapest. */
const pairs: Workload = {
  spotStrategy: 'NONE',
  goesOnWithout: 'ZONE',
  applications: ['web', 'api', 'worker'].map((name) => ({ name, cpu: 0.25, memoryMb: 256, count: 2 })),
  offerings,
  overhead,
}

let planner: Planner

beforeAll(async () => {
  // Time stands still: only counted effort may decide, however busy the machine.
  planner = await createPlanner({ now: () => 0 })
})

describe('the planner, where any one zone may break', () => {
  it('puts no application with two or more processes in one zone, whatever else it is asked', () => {
    fc.assert(
      fc.property(spreadWorkloadsOf(6), (workload) => {
        expect(faultsOf(workload, planner(workload))).toEqual([])
      }),
      runs,
    )
  }, 240_000)

  it('finds the least cost of all such plans in two zones, and proves it', () => {
    const inTwoZones = spreadWorkloadsOf(3, fc.subarray(ofTwoZones, { minLength: 6 }))
    fc.assert(
      fc.property(
        inTwoZones.filter((workload) => isTiny(workload) && isPlain(workload)),
        (workload) => {
          const least = leastCostByTrying(workload)
          fc.pre(least !== undefined)
          const plan = planner(workload)
          expect(plan.lowerBoundPerHour).toBeLessThanOrEqual((least ?? 0) + 1e-9)
          expect(plan.costPerHour).toBeCloseTo(least ?? 0, 8)
          expect(plan.provenOptimal).toBe(true)
        },
      ),
      { ...runs, numRuns: 60 },
    )
  }, 240_000)

  it('claims no bound above the least cost where it looks at a part of the plans only', () => {
    fc.assert(
      fc.property(
        spreadWorkloadsOf(3, fc.subarray(offerings, { minLength: 6 })).filter(isTiny),
        (workload) => {
          const least = leastCostByTrying(workload)
          fc.pre(least !== undefined)
          expect(planner(workload).lowerBoundPerHour).toBeLessThanOrEqual((least ?? 0) + 1e-9)
        },
      ),
      { ...runs, numRuns: 60 },
    )
  }, 240_000)

  it('keeps to it with a fleet that does not, and whenever its time is over', async () => {
    await expectSoundPlans(planner, spreadWorkloadsOf(5))
  }, 240_000)

  it('moves nothing of a plan that has been carried out', () => {
    fc.assert(
      fc.property(spreadWorkloadsOf(6), (workload) => {
        const fleet = carriedOut(workload, planner(workload))
        expect(planner(fleet)).toMatchObject({ moves: [], retire: [] })
      }),
      runs,
    )
  }, 240_000)

  it('costs no less than where any one instance is to be survived, and no more than twice as much', () => {
    fc.assert(
      fc.property(spreadWorkloadsOf(5, fc.constant(offerings)), (workload) => {
        const { costPerHour } = planner(workload)
        const least = planner({ ...workload, goesOnWithout: 'INSTANCE' })
        expect(costPerHour).toBeGreaterThanOrEqual(least.lowerBoundPerHour - 1e-9)
        expect(costPerHour).toBeLessThanOrEqual(2 * least.costPerHour + 1e-9)
      }),
      runs,
    )
  }, 240_000)

  it('takes an instance in each of two zones for pairs that one instance would hold', () => {
    const { instances, costPerHour, provenOptimal } = planner(pairs)
    expect(new Set(instances.map(({ zone }) => zone)).size).toBe(2)
    expect(instances.map(({ processes }) => Object.values(processes))).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ])
    expect(costPerHour).toBeCloseTo(0.062, 6)
    expect(provenOptimal).toBe(true)
  })

  it('says of a process that has no second zone that this is why it is not placed', () => {
    const plan = planner({ ...pairs, offerings: offerings.filter(({ zone }) => zone === 'a') })
    expect(plan.unplaced.map(({ application, count }) => [application, count])).toEqual([
      ['api', 1],
      ['web', 1],
      ['worker', 1],
    ])
    expect(plan.unplaced[0]?.reason).toContain('second zone')
  })
})
