import { expect, it } from 'vitest'
import { usingAll } from '../../../tests/builders/tiny-packings'
import { greedyPackings } from '../heuristics/initial-packings'
import { ColumnGeneration } from '../bound/column-generation'
import { loadLinearSolver } from '../search/linear-solver'
import { Effort, Deadline } from '../search/effort'
import { Incumbent } from '../search/incumbent'
import { resourceDuals } from '../bound/resource-prices'
import type { Bin, PackingProblem } from '../model/packing-problem'
import { randomFrom } from '../search/random'
import { decomposeByBenders } from './benders'
import { MasterSearch } from './master-search'
import type { Choice } from './subproblem-lp'
import { MasterLp } from './master-lp'
import { bendersCutFrom } from './benders-cut'

const effortOf = (steps: number) => new Effort(steps, new Deadline(() => 0, 1))
const plentiful = () => effortOf(1e9)

it('leaves no class out of which the cheapest packing needs one, however wasteful it is', async () => {
  // 19 fit into a small one and a large one alone: by far the worst value, and yet the best choice.
  const problem: PackingProblem = {
    classes: [
      { isSpot: false, cpu: 10, memory: 10, price: 10, limit: Infinity },
      { isSpot: false, cpu: 1, memory: 1, price: 1, limit: Infinity },
      { isSpot: false, cpu: 12, memory: 12, price: 19, limit: Infinity },
    ],
    groups: [
      { cpu: 11, memory: 11, count: 1, isOnDemandOnly: false },
      { cpu: 5, memory: 5, count: 2, isOnDemandOnly: false },
    ].map(usingAll),
  }
  const solver = await loadLinearSolver()
  const generation = new ColumnGeneration({
    solver,
    problem,
    firstDuals: resourceDuals(problem),
    primalHeuristic: greedyPackings,
  })
  const incumbent = new Incumbent(problem)
  const alone = (group: number): Bin => ({
    classIndex: 2,
    content: Int32Array.from([0, 1], (one) => Number(one === group)),
  })
  incumbent.offer([alone(0), alone(1), alone(1)])
  generation.run(new Incumbent(problem), plentiful())
  // Hardly anything is to be saved, so that hardly anything may be wasted.
  incumbent.cost = 29.01
  expect(decomposeByBenders({ solver, problem, incumbent, generation, effort: plentiful() })).toBeCloseTo(
    29,
    8,
  )
  expect(incumbent.cost).toBe(29)
  generation.dispose()
})

/** So many instances cut into three pieces each: all is used, and a search finds hardly how. */
function cutUp(instances: number, seed: number): PackingProblem {
  const random = randomFrom(seed)
  const pieces = Array.from({ length: instances }, () => {
    const [one, other] = [0.26 + 0.1 * random(), 0.28 + 0.08 * random()].map((share) =>
      Math.round(share * 1e6),
    )
    return [one ?? 0, other ?? 0, 1e6 - (one ?? 0) - (other ?? 0)]
  }).flat()
  return {
    classes: [{ isSpot: false, cpu: 1e6, memory: 1, price: 1, limit: Infinity }],
    groups: pieces.map((cpu) => usingAll({ cpu, memory: 0, count: 1, isOnDemandOnly: false })),
  }
}

/** Searches without the help of fractions, which would give an answer soon. Tells also how many instances were tried in turn. */
async function searchWithCutAlone(problem: PackingProblem, upperBound: number, effort: Effort) {
  const masterLp = new MasterLp(await loadLinearSolver(), problem)
  const ones = problem.groups.map(() => 1)
  const cut = bendersCutFrom(problem, ones, 1000)
  const tried: number[] = []
  const subproblemLp = {
    findCut: () => undefined,
    pack: ({ numbers }: Choice) => {
      tried.push(numbers[0] ?? 0)
      return undefined
    },
  }
  const cuts = cut ? [cut] : []
  const answer = new MasterSearch({ problem, cuts, subproblemLp, masterLp, upperBound, effort }).run()
  masterLp.dispose()
  return { ...answer, tried }
}

it('claims no bound above a choice that it could not pack, however often it comes across it', async () => {
  const { bins, lowerBound, tried } = await searchWithCutAlone(cutUp(12, 3), 16, effortOf(3e6))
  expect(lowerBound).toBeLessThanOrEqual(12 + 1e-9)
  expect(tried).toContain(12)
  expect(bins?.length ?? 16).toBeGreaterThan(12)
})

it('packs in the end what took too long at first', async () => {
  const { bins, lowerBound, tried } = await searchWithCutAlone(cutUp(6, 1), 8, plentiful())
  expect(bins).toHaveLength(6)
  expect(lowerBound).toBeCloseTo(6, 8)
  expect(tried.filter((instances) => instances === 6).length).toBeGreaterThan(1)
})
