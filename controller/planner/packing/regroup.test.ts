import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastCostByTrying } from '../../../tests/builders/least-cost-by-trying'
import { launchableClasses } from '../classes'
import { demandsOf, groupBySize, sizedOfferings } from '../demand'
import type { Workload } from '../plan'
import { randomFrom } from '../random'
import { Effort, EmergencyStop } from './effort'
import { greedyPackings, Incumbent } from './incumbent'
import { materialValues } from './material-prices'
import { parcelsOf } from './parcels'
import { at, costOf, isAllowed, type Bin, type PackingProblem } from './problem'
import { regroup } from './regroup'
import { cheapestFirst, repack } from './repack'

const size = fc.integer({ min: 1, max: 12 })

const workloads: fc.Arbitrary<Workload> = fc.record({
  spotStrategy: fc.constantFrom('ALL', 'ALL_BUT_ONE', 'NONE'),
  applications: fc
    .array(fc.record({ cpu: size, memoryMb: size, count: fc.integer({ min: 1, max: 2 }) }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((all) => all.map((one, index) => ({ ...one, name: `app-${index}` }))),
  offerings: fc
    .array(fc.record({ vcpu: size, memoryMib: size, pricePerHour: size, isSpot: fc.boolean() }), {
      minLength: 2,
      maxLength: 5,
    })
    .map((all) => [
      {
        instanceType: 'all',
        zone: 'z',
        market: 'on-demand',
        penalty: 0,
        vcpu: 14,
        memoryMib: 14,
        pricePerHour: 15,
      },
      ...all.map(({ isSpot, ...one }, index) => ({
        ...one,
        instanceType: `type-${index}`,
        zone: 'z',
        market: isSpot ? ('spot' as const) : ('on-demand' as const),
        penalty: 0,
      })),
    ]),
  overhead: fc.constant({ cpu: 0, memoryMb: 0 }),
})

function problemOf(workload: Workload): PackingProblem {
  const sized = sizedOfferings(workload)
  return { classes: launchableClasses(sized), groups: groupBySize(demandsOf(workload, sized)).groups }
}

/** Every process on its own: much to be saved. */
function singly({ groups, classes }: PackingProblem): Bin[] {
  return groups.flatMap((group, index) =>
    Array.from({ length: group.count }, () => {
      const content = new Int32Array(groups.length)
      content[index] = 1
      const classIndex = classes.findIndex(
        (one) =>
          one.limit === Infinity &&
          isAllowed(one, group) &&
          one.cpu >= group.cpu &&
          one.memory >= group.memory,
      )
      return { classIndex, content }
    }),
  )
}

function expectFeasible({ groups, classes }: PackingProblem, bins: Bin[]): void {
  groups.forEach(({ count }, group) => {
    expect(bins.reduce((sum, { content }) => sum + at(content, group), 0)).toBe(count)
  })
  classes.forEach((one, index) => {
    const own = bins.filter(({ classIndex }) => classIndex === index)
    expect(own.length).toBeLessThanOrEqual(one.limit)
    for (const { content } of own) {
      const held = groups.map((group, place) => ({ ...group, count: at(content, place) }))
      expect(held.reduce((sum, { cpu, count }) => sum + cpu * count, 0)).toBeLessThanOrEqual(one.cpu)
      expect(held.reduce((sum, { memory, count }) => sum + memory * count, 0)).toBeLessThanOrEqual(one.memory)
      if (one.isSpot)
        expect(held.some(({ isOnDemandOnly, count }) => isOnDemandOnly && count > 0)).toBe(false)
    }
  })
}

describe('packing few processes anew', () => {
  it('finds the least cost there is', () => {
    fc.assert(
      fc.property(workloads, fc.integer(), (workload, seed) => {
        const problem = problemOf(workload)
        const bins = singly(problem)
        const random = randomFrom(seed)
        const values = materialValues(problem)
        const parcels = parcelsOf(problem, bins, values, random)
        const none = problem.classes.map(() => 0)
        const anew = repack(cheapestFirst(problem), parcels, costOf(problem, bins), none, random)
        expectFeasible(problem, anew.bins ?? [])
        expect(costOf(problem, anew.bins ?? [])).toBeCloseTo(leastCostByTrying(workload) ?? 0, 8)
      }),
      { numRuns: 300 },
    )
  })

  it('takes no more of a scarce class than there are', () => {
    const problem: PackingProblem = {
      classes: [
        { isSpot: false, cpu: 10, memory: 10, price: 1, limit: 2 },
        { isSpot: false, cpu: 10, memory: 10, price: 3, limit: Infinity },
      ],
      groups: [{ cpu: 8, memory: 8, count: 3, isOnDemandOnly: false }],
    }
    const bins = regroup(
      problem,
      singly(problem),
      [1],
      new Effort(1e5, new EmergencyStop(() => 0, 1)),
      randomFrom(1),
    )
    expectFeasible(problem, bins)
  })
})

describe('regrouping', () => {
  const many: fc.Arbitrary<PackingProblem> = fc.record({
    classes: fc
      .array(
        fc.record({
          isSpot: fc.boolean(),
          cpu: fc.integer({ min: 10, max: 60 }),
          memory: fc.integer({ min: 10, max: 60 }),
          price: fc.integer({ min: 10, max: 50 }),
          limit: fc.constantFrom(Infinity, 1, 3),
        }),
        { minLength: 1, maxLength: 4 },
      )
      .map((all) => [{ isSpot: false, cpu: 60, memory: 60, price: 60, limit: Infinity }, ...all]),
    groups: fc.array(
      fc.record({
        cpu: size,
        memory: size,
        count: fc.integer({ min: 1, max: 30 }),
        isOnDemandOnly: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })

  it('packs every process once, into instances that hold it and may be had, and never at more, however much they hold', () => {
    fc.assert(
      fc.property(many, fc.integer(), (problem, seed) => {
        const values = materialValues(problem)
        const incumbent = new Incumbent(problem)
        for (const bins of greedyPackings(problem, values)) incumbent.offer(bins)
        const effort = new Effort(50_000, new EmergencyStop(() => 0, 1))
        const bins = regroup(problem, incumbent.bins, values, effort, randomFrom(seed))
        expectFeasible(problem, bins)
        expect(costOf(problem, bins)).toBeLessThanOrEqual(incumbent.cost + 1e-9)
      }),
      { numRuns: 100 },
    )
  }, 30_000)
})
