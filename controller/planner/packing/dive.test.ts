import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { ColumnGeneration } from '../bound/column-generation'
import { loadLinearSolver, type LinearSolver } from '../linear-solver'
import { dive } from './dive'
import { Effort, EmergencyStop } from './effort'
import { greedyPackings, Incumbent } from './incumbent'
import { materialValues } from './material-prices'
import { at, capacityFor, type PackingProblem } from './problem'

const problem = fc
  .record({
    classes: fc.array(
      fc.record({
        isSpot: fc.boolean(),
        cpu: fc.integer({ min: 10, max: 60 }),
        memory: fc.integer({ min: 10, max: 90 }),
        price: fc.integer({ min: 1, max: 50 }),
        limit: fc.constantFrom(Infinity, Infinity, 1, 2),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    groups: fc.array(
      fc.record({
        cpu: fc.integer({ min: 0, max: 10 }),
        memory: fc.integer({ min: 1, max: 10 }),
        count: fc.integer({ min: 1, max: 9 }),
        isOnDemandOnly: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .filter(({ classes, groups }) =>
    groups.every((group) => classes.some((one) => one.limit === Infinity && capacityFor(one, group) > 0)),
  )

function packedGreedily(question: PackingProblem): Incumbent {
  const incumbent = new Incumbent(question)
  for (const bins of greedyPackings(question, materialValues(question))) incumbent.offer(bins)
  return incumbent
}

describe('diving', () => {
  let solver: LinearSolver
  beforeAll(async () => {
    solver = await loadLinearSolver()
  })

  const dived = (question: PackingProblem) => {
    const effort = () => new Effort(1e7, new EmergencyStop(() => 0, 1000))
    const generation = new ColumnGeneration(solver, question, materialValues(question))
    const first = packedGreedily(question)
    const second = new Incumbent(question)
    try {
      generation.run(first, effort())
      dive(question, generation, second, effort())
      return { second, lowerBound: generation.lowerBound }
    } finally {
      generation.dispose()
    }
  }

  it('packs every process once, into instances that hold it and may be had', () => {
    fc.assert(
      fc.property(problem, (question) => {
        const { second, lowerBound } = dived(question)
        expect(second.cost).toBeGreaterThanOrEqual(lowerBound - 1e-6)
        question.groups.forEach(({ count }, group) => {
          expect(second.bins.reduce((sum, { content }) => sum + at(content, group), 0)).toBe(count)
        })
        question.classes.forEach((one, index) => {
          const own = second.bins.filter(({ classIndex }) => classIndex === index)
          expect(own.length).toBeLessThanOrEqual(one.limit)
          for (const { content } of own) {
            const need = { cpu: 0, memory: 0 }
            question.groups.forEach((group, place) => {
              if (at(content, place) > 0) expect(capacityFor(one, group)).toBeGreaterThan(0)
              need.cpu += group.cpu * at(content, place)
              need.memory += group.memory * at(content, place)
            })
            expect(need.cpu).toBeLessThanOrEqual(one.cpu)
            expect(need.memory).toBeLessThanOrEqual(one.memory)
          }
        })
      }),
      { numRuns: 300 },
    )
  })

  it('goes on proving after it as before', () => {
    fc.assert(
      fc.property(problem, (question) => {
        const effort = () => new Effort(1e7, new EmergencyStop(() => 0, 1000))
        const generation = new ColumnGeneration(solver, question, materialValues(question))
        const incumbent = packedGreedily(question)
        try {
          generation.run(incumbent, effort())
          const before = generation.lowerBound
          dive(question, generation, incumbent, effort())
          generation.run(incumbent, effort())
          expect(generation.lowerBound).toBeGreaterThanOrEqual(before)
          expect(incumbent.cost).toBeGreaterThanOrEqual(generation.lowerBound - 1e-6)
        } finally {
          generation.dispose()
        }
      }),
      { numRuns: 100 },
    )
  })
})
