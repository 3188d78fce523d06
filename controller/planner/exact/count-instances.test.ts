import { expect, it } from 'vitest'
import { ColumnGeneration } from '../bound/column-generation'
import { loadLinearSolver } from '../linear-solver'
import { Effort, EmergencyStop } from '../packing/effort'
import { Incumbent } from '../packing/incumbent'
import { materialValues } from '../packing/material-prices'
import type { Bin, PackingProblem } from '../packing/problem'
import { randomFrom } from '../random'
import { countInstances } from './count-instances'
import { CountSearch } from './count-search'
import { CountsLp } from './counts-lp'
import { cutFrom } from './cut'
import type { FractionalPacking } from './fractional-packing'

const plentiful = () => new Effort(1e9, new EmergencyStop(() => 0, 1))

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
    ],
  }
  const solver = await loadLinearSolver()
  const generation = new ColumnGeneration(solver, problem, materialValues(problem))
  const incumbent = new Incumbent(problem)
  const alone = (group: number): Bin => ({
    classIndex: 2,
    content: Int32Array.from([0, 1], (one) => Number(one === group)),
  })
  incumbent.offer([alone(0), alone(1), alone(1)])
  generation.run(new Incumbent(problem), plentiful())
  // Hardly anything is to be saved, so that hardly anything may be wasted.
  incumbent.cost = 29.01
  expect(countInstances(solver, problem, incumbent, generation, plentiful())).toBeCloseTo(29, 8)
  expect(incumbent.cost).toBe(29)
  generation.dispose()
})

it('claims no bound above a choice that it could not pack, however often it comes across it', async () => {
  // Twelve instances cut into three pieces each: all is used, and no search of reasonable length finds how.
  const random = randomFrom(3)
  const pieces = Array.from({ length: 12 }, () => {
    const [one, other] = [0.26 + 0.1 * random(), 0.28 + 0.08 * random()].map((share) =>
      Math.round(share * 1e6),
    )
    return [one ?? 0, other ?? 0, 1e6 - (one ?? 0) - (other ?? 0)]
  }).flat()
  const problem: PackingProblem = {
    classes: [{ isSpot: false, cpu: 1e6, memory: 1, price: 1, limit: Infinity }],
    groups: pieces.map((cpu) => ({ cpu, memory: 0, count: 1, isOnDemandOnly: false })),
  }
  const solver = await loadLinearSolver()
  const countsLp = new CountsLp(solver, problem)
  const cut = cutFrom(
    problem,
    pieces.map(() => 1),
    1000,
  )
  const knowsNothing = { findCut: () => undefined, pack: () => undefined } as unknown as FractionalPacking
  const search = new CountSearch(problem, cut ? [cut] : [], knowsNothing, countsLp, 16, plentiful())
  expect(search.run().lowerBound).toBeLessThanOrEqual(12 + 1e-9)
  expect(search.statistics.unknown).toBeGreaterThan(0)
  countsLp.dispose()
})
