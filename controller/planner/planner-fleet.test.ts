import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  carriedOut,
  offerings,
  overhead,
  plannersByTick,
  runs,
  workloadsOf,
} from '../../tests/builders/any-workload'
import { faultsOf } from '../../tests/builders/plan-faults'
import { overSpotLimit } from '../../tests/bench/planner/fleets'
import { workloadOf } from '../../tests/bench/planner/workloads'
import { createPlanner, type Planner, type Workload } from './planner'

let planner: Planner

beforeAll(async () => {
  // Time stands still: only counted effort may decide, however busy the machine.
  planner = await createPlanner({ now: () => 0 })
})

describe('the planner beside a running fleet', () => {
  it('changes nothing when its own plan has been carried out', () => {
    fc.assert(
      fc.property(workloadsOf(6), (workload) => {
        const next = carriedOut(workload, planner(workload))
        const again = planner(next)
        expect(again).toMatchObject({ retire: [], moves: [] })
        expect(again.instances.map(({ id, processes }) => ({ id, processes })).sort(byId)).toEqual(
          next.fleet?.map(({ id, processes }) => ({ id, processes })).sort(byId),
        )
      }),
      runs,
    )
  }, 120_000)

  it('keeps the rules when counts, sizes and offerings change under a running fleet, and then rests', () => {
    fc.assert(
      fc.property(workloadsOf(5), workloadsOf(5), (before, after) => {
        const changed = { ...after, fleet: carriedOut(before, planner(before)).fleet }
        const plan = planner(changed)
        expect(faultsOf(changed, plan)).toEqual([])
        const next = carriedOut(changed, plan)
        expect(planner(next)).toMatchObject({ retire: [], moves: [] })
      }),
      runs,
    )
  }, 120_000)

  it('takes over the best packing of a fleet above its Spot limit, though looking for it takes all its time', async () => {
    const [hurried = planner] = await plannersByTick([5])
    for (const seed of [1, 6]) {
      const workload = overSpotLimit(workloadOf(seed + 100, 12, 40), seed)
      const plan = hurried(workload)
      expect(plan.truncated).toBe(true)
      expect(faultsOf(workload, plan)).toEqual([])
      expect(plan.costPerHour).toBeLessThanOrEqual(planner({ ...workload, fleet: [] }).costPerHour * 1.01)
    }
  }, 120_000)

  it('leaves on-demand instances that cost more than they need to, and says what that saves', () => {
    const plan = planner(twoHalfEmpty)
    expect(plan.costPerHour).toBeCloseTo(0.031)
    expect(plan.moves).toEqual([
      {
        processes: [{ application: 'web', count: 2 }],
        from: ['i-1', 'i-2'],
        to: ['small.1'],
        savingPerHour: 0.089,
        why: '2 × web from i-1 and i-2 to one small.1: saves $0.089/h',
      },
    ])
  })

  it('only adds where nothing may be moved', () => {
    fc.assert(
      fc.property(workloadsOf(4), workloadsOf(4), (before, after) => {
        const fleet = carriedOut(before, planner(before)).fleet ?? []
        const { applications } = after
        const grown = before.applications.map((one) => ({ ...one, count: one.count + applications.length }))
        const plan = planner({ ...before, applications: grown, fleet, minimumSavingPerMove: Infinity })
        expect(plan).toMatchObject({ moves: [], retire: [] })
        for (const { id, processes } of fleet)
          for (const [name, count] of Object.entries(processes))
            expect(
              plan.instances.find((instance) => instance.id === id)?.processes[name],
            ).toBeGreaterThanOrEqual(count)
      }),
      runs,
    )
  }, 120_000)

  it('moves nothing for a saving below what a move must save', () => {
    const plan = planner({ ...twoHalfEmpty, minimumSavingPerMove: 0.05 })
    // Of the two, one alone can go for free to the other's room: that saves more for its one move.
    expect(plan.costPerHour).toBeCloseTo(0.06)
    expect(plan.moves).toMatchObject([{ processes: [{ application: 'web', count: 1 }], savingPerHour: 0.06 }])
  })
})

describe('a premium on launches', () => {
  it('keeps what runs where a launch would save less than that share of its cost', () => {
    const small = {
      instanceType: 'small.1',
      zone: 'a',
      market: 'on-demand' as const,
      vcpu: 1,
      memoryMib: 2048,
      pricePerHour: 0.031,
      penalty: 0,
    }
    const fleet = [
      { id: 'i-1', instanceType: 'small.1', zone: 'b', market: 'on-demand' as const, processes: { web: 2 } },
    ]
    const withPriceOf = (pricePerHour: number): Workload => ({
      ...twoHalfEmpty,
      offerings: [small, { ...small, zone: 'b', pricePerHour }],
      fleet,
    })
    const dearer = (share: number) => withPriceOf(small.pricePerHour * (1 + share))
    expect(planner(dearer(0.09)).retire).toEqual(['i-1'])
    expect(planner({ ...dearer(0.09), launchPremium: 0.1 })).toMatchObject({ retire: [], moves: [] })
    expect(planner({ ...dearer(0.11), launchPremium: 0.1 }).retire).toEqual(['i-1'])
  })

  it('hinders neither going to what runs already nor launching for what is missing', () => {
    const merged = planner({ ...twoHalfEmpty, minimumSavingPerMove: 0.05, launchPremium: 100 })
    expect(merged.costPerHour).toBeCloseTo(0.06)
    const applications = twoHalfEmpty.applications.map((one) => ({ ...one, count: 40 }))
    const grown = { ...twoHalfEmpty, applications, launchPremium: 100 }
    expect(planner(grown).unplaced).toEqual([])
  })

  it('of any size lets plans keep the rules, and rest once they are carried out', () => {
    fc.assert(
      fc.property(
        workloadsOf(5),
        workloadsOf(5),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (before, after, launchPremium) => {
          const changed = { ...after, fleet: carriedOut(before, planner(before)).fleet, launchPremium }
          const plan = planner(changed)
          expect(faultsOf(changed, plan)).toEqual([])
          expect(planner(carriedOut(changed, plan))).toMatchObject({ retire: [], moves: [] })
        },
      ),
      runs,
    )
  }, 120_000)
})

/** Two instances with a process each, of which a smaller one would hold both. */
const twoHalfEmpty: Workload = {
  spotStrategy: 'NONE',
  applications: [{ name: 'web', cpu: 0.4, memoryMb: 500, count: 2 }],
  offerings,
  overhead,
  fleet: ['i-1', 'i-2'].map((id) => ({
    id,
    instanceType: 'small.2',
    zone: 'a',
    market: 'on-demand',
    processes: { web: 1 },
  })),
}

const byId = (a: { id?: string }, b: { id?: string }) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1)
