import { describe, expect, it } from 'vitest'
import { resourceDuals } from './bound/resource-prices'
import { RestrictedMaster } from './bound/restricted-master'
import { bendersCutFrom } from './exact/benders-cut'
import { demandsOf, sizedOfferings } from './model/demand'
import { groupBySize } from './model/group-by-size'
import { launchableClasses } from './model/instance-classes'
import { countsOf, worthOf, type PackingProblem } from './model/packing-problem'
import { createPlanner, type Workload } from './planner'
import { solveKnapsack } from './pricing/knapsack'
import { loadLinearSolver } from './search/linear-solver'

/** The worked example of docs/planner.md, with exactly its numbers. */
const workload: Workload = {
  spotStrategy: 'NONE',
  applications: [
    { name: 'web', cpu: 4, memoryMb: 1000, count: 2 },
    { name: 'api', cpu: 3, memoryMb: 1000, count: 1 },
    { name: 'mail', cpu: 3, memoryMb: 1000, count: 1 },
    { name: 'cron', cpu: 2, memoryMb: 1000, count: 1 },
  ],
  offerings: [
    { instanceType: 'small', zone: 'a', vcpu: 4, pricePerHour: 0.1 },
    { instanceType: 'small', zone: 'b', vcpu: 4, pricePerHour: 0.1 },
    { instanceType: 'dear', zone: 'a', vcpu: 4, pricePerHour: 0.12 },
    { instanceType: 'large', zone: 'a', vcpu: 7, pricePerHour: 0.16 },
  ].map((offering) => ({ ...offering, market: 'on-demand', memoryMib: 8192, penalty: 0 })),
  overhead: { cpu: 0, memoryMb: 0 },
}
const offerings = sizedOfferings(workload)
const problem: PackingProblem = {
  classes: launchableClasses(offerings),
  groups: groupBySize(demandsOf(workload, offerings)).groups,
}
const [small, large] = [0, 1]
const counts = countsOf(problem)

/** In cents, as the page tells them. */
const inCents = (prices: Iterable<number>) => Array.from(prices, (price) => Math.round(price * 1e5) / 1e3)

describe('the worked example', () => {
  it('has two classes and three groups', () => {
    expect(problem.classes.map(({ cpu, price }) => [cpu / 1e6, price])).toEqual([
      [4, 0.1],
      [7, 0.16],
    ])
    expect(problem.groups.map(({ cpu, count }) => [cpu / 1e6, count])).toEqual([
      [4, 2],
      [3, 2],
      [2, 1],
    ])
  })

  it('costs 36.571 cents at least by its CPU alone', () => {
    const duals = resourceDuals(problem)
    expect(inCents(duals)).toEqual([9.143, 6.857, 4.571])
    expect(inCents([worthOf(counts, duals)])).toEqual([36.571])
  })

  it('finds a column worth 20 cents for 16, whose bound is 40 cents', async () => {
    const master = new RestrictedMaster(await loadLinearSolver(), problem, [])
    try {
      for (const group of problem.groups.keys())
        master.add({
          classIndex: small,
          content: Int32Array.from(counts, (_, index) => Number(index === group)),
        })
      const solution = master.solve(1)
      expect(inCents([solution?.cost ?? 0])).toEqual([50])
      const duals = solution?.duals ?? []
      expect(inCents(duals)).toEqual([10, 10, 10])
      const [ofSmall, ofLarge] = problem.classes.map((one) =>
        solveKnapsack(problem, one, duals, counts, { nodes: 1000, level: 'exact' }),
      )
      expect(inCents([ofSmall?.upperBound ?? 0, ofLarge?.upperBound ?? 0])).toEqual([10, 20])
      const bound = worthOf(counts, duals) / Math.max(0.1 / 0.1, 0.2 / 0.16)
      expect(inCents([bound])).toEqual([40])
      master.add({ classIndex: large, content: Int32Array.of(1, 1, 0) })
      master.add({ classIndex: large, content: Int32Array.of(1, 0, 1) })
      master.add({ classIndex: large, content: Int32Array.of(0, 1, 1) })
      const last = master.solve(1)
      expect(inCents([last?.cost ?? 0])).toEqual([40])
      expect(inCents(last?.duals ?? [])).toEqual([8, 8, 8])
    } finally {
      master.dispose()
    }
  })

  it('has a cut under which no whole numbers of instances cost less than 42 cents', () => {
    const cut = bendersCutFrom(problem, [1, 1, 1], 1000)
    expect(inCents(cut?.holds ?? [])).toEqual([8, 16])
    expect(inCents([cut?.need ?? 0])).toEqual([40])
    const costs: number[] = []
    for (let smalls = 0; smalls <= 5; smalls++)
      for (let larges = 0; larges <= 5; larges++)
        if (8 * smalls + 16 * larges >= 40) costs.push(10 * smalls + 16 * larges)
    expect(Math.min(...costs)).toBe(42)
  })

  it('is planned for 42 cents, proven', async () => {
    const plan = (await createPlanner({ now: () => 0 }))(workload)
    expect(plan).toMatchObject({ costPerHour: 0.42, lowerBoundPerHour: 0.42, provenOptimal: true })
    expect(plan.instances.map(({ instanceType }) => instanceType).sort()).toEqual(['large', 'large', 'small'])
  })
})
