import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastCostByTrying } from '../../../tests/builders/least-cost-by-trying'
import {
  eachAlone,
  expectFeasible,
  packingProblemOf,
  tinySize,
  tinyWorkloads,
  usingAll,
} from '../../../tests/builders/tiny-packings'
import { randomFrom } from '../search/random'
import { Effort, Deadline } from '../search/effort'
import { Incumbent } from '../search/incumbent'
import { greedyPackings } from './initial-packings'
import { resourceDuals } from '../bound/resource-prices'
import { aggregatedItemsOf } from './aggregated-items'
import { costOf, type PackingProblem } from '../model/packing-problem'
import { searchLargeNeighbourhoods } from './large-neighbourhood'
import { cheapestFirst, solveSetPartitioning } from './set-partitioning'

describe('packing few processes anew', () => {
  it('finds the least cost there is', () => {
    fc.assert(
      fc.property(tinyWorkloads, fc.integer(), (workload, seed) => {
        const problem = packingProblemOf(workload)
        const bins = eachAlone(problem)
        const random = randomFrom(seed)
        const values = resourceDuals(problem)
        const items = aggregatedItemsOf(problem, bins, values, random)
        const none = problem.classes.map(() => 0)
        const anew = solveSetPartitioning({
          groups: problem.groups,
          classes: cheapestFirst(problem),
          items,
          budget: costOf(problem, bins),
          used: none,
          random,
        })
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
      groups: [usingAll({ cpu: 8, memory: 8, count: 3, isOnDemandOnly: false })],
    }
    const bins = searchLargeNeighbourhoods({
      problem,
      bins: eachAlone(problem),
      duals: [1],
      effort: new Effort(1e5, new Deadline(() => 0, 1)),
      random: randomFrom(1),
    })
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
      fc
        .record({
          cpu: tinySize,
          memory: tinySize,
          count: fc.integer({ min: 1, max: 30 }),
          isOnDemandOnly: fc.boolean(),
        })
        .map(usingAll),
      { minLength: 1, maxLength: 8 },
    ),
  })

  it('packs every process once, into instances that hold it and may be had, and never at more, however much they hold', () => {
    fc.assert(
      fc.property(many, fc.integer(), (problem, seed) => {
        const values = resourceDuals(problem)
        const incumbent = new Incumbent(problem)
        for (const bins of greedyPackings(problem, values)) incumbent.offer(bins)
        const effort = new Effort(50_000, new Deadline(() => 0, 1))
        const bins = searchLargeNeighbourhoods({
          problem,
          bins: incumbent.bins,
          duals: values,
          effort,
          random: randomFrom(seed),
        })
        expectFeasible(problem, bins)
        expect(costOf(problem, bins)).toBeLessThanOrEqual(incumbent.cost + 1e-9)
      }),
      { numRuns: 100 },
    )
  }, 30_000)
})
