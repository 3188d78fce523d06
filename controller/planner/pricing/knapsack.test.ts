import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usingAll } from '../../../tests/builders/tiny-packings'
import { itemsOf, wholeIdleWorth } from './items'
import { solveByDynamicProgramming } from './dynamic-programming'
import { solveKnapsack, type PricingLevel } from './knapsack'
import { LagrangianBound } from './lagrangian'
import {
  countsOf,
  isAllowed,
  netWorthOf,
  type InstanceClass,
  type PackingProblem,
} from '../model/packing-problem'
import { surplusCost } from '../model/tariff'
import { solveContinuousRelaxation } from './continuous-relaxation'

const room: fc.Arbitrary<InstanceClass> = fc
  .record({
    isSpot: fc.boolean(),
    cpu: fc.integer({ min: 1, max: 60 }),
    memory: fc.integer({ min: 1, max: 90 }),
    beyond: fc.integer({ min: 0, max: 59 }),
    pricePerCpu: fc.constantFrom(0, 0, 0.05, 0.1, 0.2),
  })
  .map(({ isSpot, cpu, memory, beyond, pricePerCpu }) => ({
    isSpot,
    cpu,
    memory,
    price: 1,
    limit: Infinity,
    ...(beyond < cpu && pricePerCpu > 0 ? { surplus: { beyond, pricePerCpu } } : {}),
  }))

const groups = fc.array(
  fc
    .record({
      cpu: fc.integer({ min: 0, max: 25 }),
      memory: fc.integer({ min: 1, max: 40 }),
      count: fc.integer({ min: 1, max: 3 }),
      isOnDemandOnly: fc.boolean(),
      value: fc.integer({ min: 0, max: 20 }),
    })
    .map(usingAll),
  { minLength: 1, maxLength: 6 },
)

const question = fc.tuple(room, groups).map(([instanceClass, sized]) => ({
  problem: { classes: [instanceClass], groups: sized } satisfies PackingProblem,
  instanceClass,
  values: sized.map(({ value }) => value / 7),
}))

/** Processes that use some of what they ask for, each its own share. */
const measuredQuestion = fc
  .tuple(question, fc.array(fc.constantFrom(0, 0.3, 0.5, 1), { minLength: 6, maxLength: 6 }))
  .map(([asked, shares]) => {
    const measured = asked.problem.groups.map((group, index) => ({
      ...group,
      cpuUsed: group.cpu * shares[index]!,
    }))
    return { ...asked, problem: { ...asked.problem, groups: measured } }
  })

/** Tries every content; the worth is net of its surplus. */
function mostValuable({ groups }: PackingProblem, instanceClass: InstanceClass, values: number[]): number {
  const best = (group: number, cpu: number, memory: number, cpuUsed: number): number => {
    const one = groups[group]
    if (!one) return -surplusCost(instanceClass, cpuUsed)
    let most = -Infinity
    for (let count = 0; count <= one.count; count++) {
      if (one.cpu * count > cpu || one.memory * count > memory) break
      if (count > 0 && !isAllowed(instanceClass, one)) break
      const rest = best(
        group + 1,
        cpu - one.cpu * count,
        memory - one.memory * count,
        cpuUsed + one.cpuUsed * count,
      )
      most = Math.max(most, values[group]! * count + rest)
    }
    return most
  }
  return best(0, instanceClass.cpu, instanceClass.memory, 0)
}

describe('the most valuable content of an instance', () => {
  it('is found, and proven, where all contents can be tried', () => {
    fc.assert(
      fc.property(question, ({ problem, instanceClass, values }) => {
        const best = mostValuable(problem, instanceClass, values)
        const filling = solveKnapsack(problem, instanceClass, values, countsOf(problem), { nodes: 10_000 })
        expect(filling.value).toBeCloseTo(best, 9)
        expect(filling.upperBound).toBeCloseTo(best, 9)
      }),
      { numRuns: 500 },
    )
  })

  it('fits the instance and its market, and is never worth more than its upper bound, however little it may take', () => {
    const level = fc.constantFrom<PricingLevel>('heuristic', 'improving', 'exact')
    fc.assert(
      fc.property(
        fc.oneof(question, measuredQuestion),
        level,
        fc.nat(20),
        fc.nat(8),
        ({ problem, instanceClass, values }, level, nodes, goal) => {
          const { content, upperBound } = solveKnapsack(problem, instanceClass, values, countsOf(problem), {
            nodes,
            goal,
            level,
          })
          const best = mostValuable(problem, instanceClass, values)
          expect(upperBound).toBeGreaterThanOrEqual(Math.min(best, best > goal ? best : 0) - 1e-9)
          if (!content) return
          const bin = { classIndex: 0, content }
          expect(netWorthOf(problem, bin, values)).toBeLessThanOrEqual(best + 1e-9)
          const size = { cpu: 0, memory: 0 }
          problem.groups.forEach((group, index) => {
            const count = content[index]!
            expect(count).toBeLessThanOrEqual(isAllowed(instanceClass, group) ? group.count : 0)
            size.cpu += group.cpu * count
            size.memory += group.memory * count
          })
          expect(size.cpu).toBeLessThanOrEqual(instanceClass.cpu)
          expect(size.memory).toBeLessThanOrEqual(instanceClass.memory)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is never worth more than any relaxation says', () => {
    fc.assert(
      fc.property(
        question,
        fc.double({ min: 0, max: 3, noNaN: true }),
        ({ problem, instanceClass, values }, price) => {
          const items = itemsOf(problem, instanceClass, values, countsOf(problem))
          const best = wholeIdleWorth(items.idle) + mostValuable(problem, instanceClass, values) - 1e-9
          expect(solveContinuousRelaxation(instanceClass, items).bound).toBeGreaterThanOrEqual(best)
          for (const whole of ['cpu', 'memory'] as const)
            expect(new LagrangianBound(instanceClass, items, { whole, price }).bound).toBeGreaterThanOrEqual(
              best,
            )
          expect(solveByDynamicProgramming(instanceClass, items).upperBound).toBeGreaterThanOrEqual(best)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is bounded also where sizes are too fine for a table', () => {
    const fine = fc.tuple(room, groups).map(([one, sized]) => ({
      instanceClass: {
        ...one,
        cpu: one.cpu * 1_000_003,
        memory: one.memory * 1_000_003,
        ...(one.surplus
          ? {
              surplus: {
                beyond: one.surplus.beyond * 1_000_003,
                pricePerCpu: one.surplus.pricePerCpu / 1_000_003,
              },
            }
          : {}),
      },
      sized: sized
        .map((group, index) => ({
          ...group,
          cpu: group.cpu * 999_983 + index,
          memory: group.memory * 999_979 + index,
        }))
        .map(usingAll),
    }))
    fc.assert(
      fc.property(fine, ({ instanceClass, sized }) => {
        const problem = { classes: [instanceClass], groups: sized }
        const values = sized.map(({ value }) => value)
        const items = itemsOf(problem, instanceClass, values, countsOf(problem))
        const best = wholeIdleWorth(items.idle) + mostValuable(problem, instanceClass, values) - 1e-9
        expect(solveByDynamicProgramming(instanceClass, items).upperBound).toBeGreaterThanOrEqual(best)
        for (const whole of ['cpu', 'memory'] as const)
          expect(new LagrangianBound(instanceClass, items, { whole, price: 0 }).bound).toBeGreaterThanOrEqual(
            best,
          )
      }),
      { numRuns: 300 },
    )
  })
})
