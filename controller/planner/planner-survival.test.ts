import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  carriedOut,
  offerings,
  overhead,
  runs,
  survivingWorkloadsOf,
  workloadsOf,
} from '../../tests/builders/any-workload'
import { leastCostByTrying } from '../../tests/builders/least-cost-by-trying'
import { faultsOf } from '../../tests/builders/plan-faults'
import { expectSoundPlans } from '../../tests/builders/sound-plans'
import { createPlanner, type Planner, type Workload } from './planner'

const isTiny = ({ applications }: Workload) => applications.reduce((sum, { count }) => sum + count, 0) <= 6

/** Pairs of one size, of which a single instance would be the cheapest. */
const pairs: Workload = {
  spotStrategy: 'NONE',
  goesOnWithout: 'INSTANCE',
  applications: ['web', 'api', 'worker'].map((name) => ({ name, cpu: 0.25, memoryMb: 256, count: 2 })),
  offerings,
  overhead,
}

let planner: Planner

beforeAll(async () => {
  // Time stands still: only counted effort may decide, however busy the machine.
  planner = await createPlanner({ now: () => 0 })
})

describe('the planner, where any one instance may break', () => {
  it('puts no application with two or more processes on one instance, whatever else it is asked', () => {
    fc.assert(
      fc.property(survivingWorkloadsOf(6), (workload) => {
        expect(faultsOf(workload, planner(workload))).toEqual([])
      }),
      { ...runs, numRuns: 60 },
    )
  }, 120_000)

  it('finds the least cost of all such plans where all can be tried, and proves it', () => {
    fc.assert(
      fc.property(survivingWorkloadsOf(3).filter(isTiny), (workload) => {
        const least = leastCostByTrying(workload)
        fc.pre(least !== undefined)
        const plan = planner(workload)
        expect(plan.lowerBoundPerHour).toBeLessThanOrEqual((least ?? 0) + 1e-9)
        expect(plan.costPerHour).toBeCloseTo(least ?? 0, 8)
        expect(plan.provenOptimal).toBe(true)
      }),
      { ...runs, numRuns: 80 },
    )
  }, 120_000)

  it('keeps to it with a fleet that does not, and whenever its time is over', async () => {
    await expectSoundPlans(planner, survivingWorkloadsOf(5))
  }, 120_000)

  it('moves nothing of a plan that has been carried out', () => {
    fc.assert(
      fc.property(survivingWorkloadsOf(5), (workload) => {
        const plan = planner(workload)
        const again = planner(carriedOut(workload, plan))
        expect(again.moves).toEqual([])
        expect(again.costPerHour).toBeCloseTo(plan.costPerHour, 9)
      }),
      runs,
    )
  }, 120_000)

  it('costs no less than where nothing is to be survived, and the same where nothing has two processes', () => {
    fc.assert(
      fc.property(workloadsOf(3), (workload) => {
        const surviving: Workload = { ...workload, goesOnWithout: 'INSTANCE' }
        expect(planner(surviving).costPerHour).toBeGreaterThanOrEqual(
          planner(workload).lowerBoundPerHour - 1e-9,
        )
        const alone = workload.applications.map((one) => ({ ...one, count: Math.min(1, one.count) }))
        expect(planner({ ...surviving, applications: alone })).toEqual(
          planner({ ...workload, applications: alone }),
        )
      }),
      runs,
    )
  }, 120_000)

  it('shares pairs of one size between two instances, not four or six', () => {
    const plan = planner(pairs)
    expect(plan.instances.map(({ processes }) => Object.values(processes))).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ])
    expect(plan.provenOptimal).toBe(true)
    expect(planner({ ...pairs, goesOnWithout: 'NOTHING' }).instances).toHaveLength(1)
  })

  it('tells apart what must not use Spot from what may, of one size', () => {
    const applications = pairs.applications.map((one, index) => ({
      ...one,
      maxSpotPercentage: [0, 50, 100][index] ?? 100,
    }))
    const workload: Workload = { ...pairs, spotStrategy: 'ALL', applications }
    expect(faultsOf(workload, planner(workload))).toEqual([])
  })
})
