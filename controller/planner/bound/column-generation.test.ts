import { describe, expect, it } from 'vitest'
import { usingAll } from '../../../tests/builders/tiny-packings'
import { greedyPackings } from '../heuristics/initial-packings'
import { countsOf, type PackingProblem } from '../model/packing-problem'
import { solveKnapsack } from '../pricing/knapsack'
import { Deadline, Effort } from '../search/effort'
import { Incumbent } from '../search/incumbent'
import { loadLinearSolver } from '../search/linear-solver'
import { randomFrom } from '../search/random'
import { ColumnGeneration } from './column-generation'
import { resourceDuals } from './resource-prices'

/** With more than 60 sizes, a proof looks closely at the worst classes only. */
function problemOfManySizes(seed: number): PackingProblem {
  const random = randomFrom(seed)
  const integer = (least: number, most: number) => least + Math.floor(random() * (most - least))
  const classes = [2, 4, 8, 16].flatMap((cores) =>
    [true, false].map((isSpot) => ({
      isSpot,
      cpu: cores * 1000,
      memory: cores * integer(2000, 6000),
      price: cores * (isSpot ? 0.3 + 0.3 * random() : 1),
      limit: Infinity,
    })),
  )
  const groups = Array.from({ length: 80 }, (_, index) => ({
    cpu: integer(100, 4000),
    memory: integer(100, 8000),
    count: integer(1, 9),
    isOnDemandOnly: index % 4 === 0,
  })).map(usingAll)
  return { classes, groups }
}

describe('column generation with many sizes', () => {
  it.each([1, 2, 3])(
    'proves its bound by values under which no instance holds more than it costs (%i)',
    async (seed) => {
      const problem = problemOfManySizes(seed)
      const firstDuals = resourceDuals(problem)
      const solver = await loadLinearSolver()
      const generation = new ColumnGeneration({
        solver,
        problem,
        firstDuals,
        primalHeuristic: greedyPackings,
      })
      const incumbent = new Incumbent(problem)
      for (const bins of greedyPackings(problem, firstDuals)) incumbent.offer(bins)
      generation.run(incumbent, new Effort(4e6, new Deadline(() => 0, 60_000)))
      for (const duals of generation.provenDuals.slice(0, 5))
        for (const one of problem.classes) {
          const { value } = solveKnapsack(problem, one, duals, countsOf(problem), { nodes: 5000 })
          expect(value).toBeLessThanOrEqual(one.price * (1 + 1e-6))
        }
      expect(generation.lowerBound).toBeGreaterThan(0.9 * incumbent.cost)
      expect(generation.lowerBound).toBeLessThanOrEqual(incumbent.cost)
      generation.dispose()
    },
  )
})
