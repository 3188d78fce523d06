import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { leastCostByTrying } from '../../../tests/builders/least-cost-by-trying'
import {
  eachAlone,
  expectFeasible,
  packingProblemOf,
  tinyWorkloads,
} from '../../../tests/builders/tiny-packings'
import { loadLinearSolver, type LinearSolver } from '../search/linear-solver'
import { Effort, Deadline } from '../search/effort'
import { Incumbent } from '../search/incumbent'
import { costOf, countsOf, isAllowed, type Bin, type PackingProblem } from '../model/packing-problem'
import { combineColumns } from './restricted-master-heuristic'

let solver: LinearSolver
beforeAll(async () => {
  solver = await loadLinearSolver()
})

const plenty = () => new Effort(1e9, new Deadline(() => 0, 1))

/** Recombines `columns`, of which no process is worth anything, so that none is left out. */
function recombined(problem: PackingProblem, columns: Bin[], effort = plenty()): Incumbent {
  const incumbent = new Incumbent(problem)
  incumbent.offer(eachAlone(problem))
  combineColumns({
    solver,
    problem,
    columns,
    duals: new Float64Array(problem.groups.length),
    incumbent,
    effort,
  })
  return incumbent
}

/** Everything that an instance of any class can hold. */
function allContents({ classes, groups }: PackingProblem): Bin[] {
  const counts = countsOf({ classes, groups })
  let contents: Int32Array[] = [new Int32Array(groups.length)]
  counts.forEach((count, group) => {
    contents = contents.flatMap((content) =>
      Array.from({ length: count + 1 }, (_, number) => content.with(group, number)),
    )
  })
  const held = (content: Int32Array, dimension: 'cpu' | 'memory') =>
    groups.reduce((sum, group, index) => sum + content[index]! * group[dimension], 0)
  return classes.flatMap((one, classIndex) =>
    contents
      .filter(
        (content) =>
          content.some((count) => count > 0) &&
          held(content, 'cpu') <= one.cpu &&
          held(content, 'memory') <= one.memory &&
          groups.every((group, index) => content[index]! === 0 || isAllowed(one, group)),
      )
      .map((content) => ({ classIndex, content })),
  )
}

describe('putting known contents together', () => {
  it('finds the least cost there is when every content is known', () => {
    fc.assert(
      fc.property(tinyWorkloads, (workload) => {
        const problem = packingProblemOf(workload)
        const { bins, cost } = recombined(problem, allContents(problem))
        expectFeasible(problem, bins)
        expect(cost).toBeCloseTo(leastCostByTrying(workload) ?? 0, 8)
      }),
      { numRuns: 100 },
    )
  })

  it('packs every process once, and never at more, whatever is known', () => {
    fc.assert(
      fc.property(tinyWorkloads, fc.integer({ min: 1, max: 20 }), (workload, each) => {
        const problem = packingProblemOf(workload)
        const some = allContents(problem).filter((_, index) => index % each === 0)
        const { bins, cost } = recombined(problem, some)
        expectFeasible(problem, bins)
        expect(cost).toBeLessThanOrEqual(costOf(problem, eachAlone(problem)))
      }),
      { numRuns: 100 },
    )
  })

  it('takes no more of a scarce class than there are', () => {
    const one = { isSpot: false, cpu: 4, memory: 4, limit: Infinity }
    const problem = {
      classes: [
        { ...one, price: 3 },
        { ...one, price: 1, limit: 1 },
      ],
      groups: [{ cpu: 3, memory: 3, count: 2, isOnDemandOnly: false }],
    }
    const { bins, cost } = recombined(problem, allContents(problem))
    expectFeasible(problem, bins)
    expect(cost).toBe(4)
  })

  it('keeps what is there when it may not try anything', () => {
    fc.assert(
      fc.property(tinyWorkloads, (workload) => {
        const problem = packingProblemOf(workload)
        const { bins } = recombined(problem, allContents(problem), new Effort(0, new Deadline(() => 1, 1)))
        expectFeasible(problem, bins)
      }),
      { numRuns: 20 },
    )
  })
})
