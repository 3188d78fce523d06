import fc from 'fast-check'
import { expect } from 'vitest'
import type { Planner, Workload } from '../../controller/planner/planner'
import { carriedOut, plannersByTick, runs, workloadsOf } from './any-workload'
import { faultsOf } from './plan-faults'

/**
 * Plans have no fault whatever fleet there is already, and whenever the time for them is over. Where nothing may move for its price, no
 * application is left all in one place.
 */
export async function expectSoundPlans(planner: Planner, workloads: fc.Arbitrary<Workload>): Promise<void> {
  const ticks = await plannersByTick([1000, 100, 30, 10])
  fc.assert(
    fc.property(
      workloads,
      workloadsOf(5),
      fc.constantFrom(planner, ...ticks),
      (workload, before, hurried) => {
        const changed = { ...workload, fleet: carriedOut(before, planner(before)).fleet }
        expect(faultsOf(changed, hurried(changed))).toEqual([])
        const stayPut = { ...changed, minimumSavingPerMove: Infinity }
        expect(faultsOf(stayPut, hurried(stayPut)).filter((fault) => fault.includes('all of'))).toEqual([])
      },
    ),
    { ...runs, numRuns: 60 },
  )
}
