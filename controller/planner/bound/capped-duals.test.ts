import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usingAll } from '../../../tests/builders/tiny-packings'
import { leastCostByTrying } from '../../../tests/builders/least-cost-by-trying'
import { demandsOf, sizedOfferings } from '../model/demand'
import { groupBySize } from '../model/group-by-size'
import { launchableClasses } from '../model/instance-classes'
import type { PackingProblem } from '../model/packing-problem'
import type { Workload } from '../model/plan'
import { Deadline, Effort } from '../search/effort'
import { boundByCappedDuals } from './capped-duals'

const workloads: fc.Arbitrary<Workload> = fc
  .record({
    spotStrategy: fc.constantFrom('ALL' as const, 'ALL_BUT_ONE' as const, 'NONE' as const),
    sizes: fc.array(
      fc.record({
        cpu: fc.integer({ min: 0, max: 6 }),
        memoryMb: fc.integer({ min: 0, max: 6000 }),
        count: fc.integer({ min: 1, max: 2 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    offerings: fc.array(
      fc.record({
        market: fc.constantFrom('spot' as const, 'on-demand' as const),
        vcpu: fc.integer({ min: 6, max: 14 }),
        memoryMib: fc.integer({ min: 6000, max: 14_000 }),
        pricePerHour: fc.integer({ min: 1, max: 40 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ spotStrategy, sizes, offerings }) => ({
    spotStrategy,
    applications: sizes.map((size, index) => ({ ...size, name: `app-${index}` })),
    offerings: offerings.map((one, index) => ({ ...one, instanceType: `t${index}`, zone: 'a', penalty: 0 })),
    overhead: { cpu: 0, memoryMb: 0 },
  }))

function problemOf(workload: Workload): PackingProblem {
  const offerings = sizedOfferings(workload)
  const { groups } = groupBySize(demandsOf(workload, offerings))
  return { classes: launchableClasses(offerings), groups }
}

describe('the bound by capped dual values', () => {
  it('is above the cost of no packing, whatever the values, and also where time is over', () => {
    const values = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(workloads, values, fc.constantFrom(Infinity, 0), (workload, some, steps) => {
        const least = leastCostByTrying(workload)
        fc.pre(least !== undefined)
        const problem = problemOf(workload)
        const duals = Float64Array.from(problem.groups, (_, group) => some[group] ?? 0)
        const effort = new Effort(steps, new Deadline(() => 0, 1))
        expect(boundByCappedDuals(problem, duals, effort)).toBeLessThanOrEqual((least ?? 0) * (1 + 1e-9))
      }),
      { numRuns: 300, seed: 20261122 },
    )
  }, 60_000)

  it('lowers only the values of the class that holds too much', () => {
    const [small, large] = [
      { isSpot: true, cpu: 10, memory: 10, price: 1, limit: Infinity },
      { isSpot: true, cpu: 100, memory: 100, price: 10, limit: Infinity },
    ]
    const group = { memory: 1, isOnDemandOnly: false }
    const problem = {
      classes: [small, large],
      groups: [
        { ...group, cpu: 5, count: 10 },
        { ...group, cpu: 50, count: 100 },
      ].map(usingAll),
    }
    const effort = new Effort(Infinity, new Deadline(() => 0, 1))
    // Two of the first fit the small class and are worth 1.5 of its price; Farley would take a third off all.
    const bound = boundByCappedDuals(problem, Float64Array.of(0.75, 5), effort)
    expect(bound).toBeGreaterThan(495)
    expect(bound).toBeLessThanOrEqual(505)
  })
})
