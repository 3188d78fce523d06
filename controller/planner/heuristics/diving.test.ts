import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { usingAll } from '../../../tests/builders/tiny-packings'
import { ColumnGeneration } from '../bound/column-generation'
import { loadLinearSolver, type LinearSolver } from '../search/linear-solver'
import { randomFrom } from '../search/random'
import { dive, type ResidualMaster } from './diving'
import { diveInNeighbourhoods } from './diving-neighbourhood'
import { Effort, Deadline } from '../search/effort'
import { Incumbent } from '../search/incumbent'
import { greedyPackings } from './initial-packings'
import { resourceDuals } from '../bound/resource-prices'
import { capacityFor, type Bin, type PackingProblem } from '../model/packing-problem'

const problem = fc
  .record({
    classes: fc.array(
      fc.record({
        isSpot: fc.boolean(),
        cpu: fc.integer({ min: 10, max: 40 }),
        memory: fc.integer({ min: 10, max: 40 }),
        price: fc.integer({ min: 1, max: 50 }),
        limit: fc.constantFrom(Infinity, 1, 3),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    groups: fc.array(
      fc
        .record({
          // Some so small that they are worth nothing beside others.
          cpu: fc.oneof(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 2, max: 10 })),
          memory: fc.oneof(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 2, max: 10 })),
          count: fc.integer({ min: 1, max: 9 }),
          isOnDemandOnly: fc.boolean(),
        })
        .map(usingAll),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .filter(({ classes, groups }) =>
    groups.every((group) => classes.some((one) => one.limit === Infinity && capacityFor(one, group) > 0)),
  )

function packedGreedily(question: PackingProblem): Incumbent {
  const incumbent = new Incumbent(question)
  for (const bins of greedyPackings(question, resourceDuals(question))) incumbent.offer(bins)
  return incumbent
}

/** Every process once, in instances that hold it and may be had. */
function expectPacked(question: PackingProblem, bins: Bin[]): void {
  question.groups.forEach(({ count }, group) => {
    expect(bins.reduce((sum, { content }) => sum + content[group]!, 0)).toBe(count)
  })
  question.classes.forEach((one, index) => {
    const own = bins.filter(({ classIndex }) => classIndex === index)
    expect(own.length).toBeLessThanOrEqual(one.limit)
    for (const { content } of own) {
      const need = { cpu: 0, memory: 0 }
      question.groups.forEach((group, place) => {
        if (content[place]! > 0) expect(capacityFor(one, group)).toBeGreaterThan(0)
        need.cpu += group.cpu * content[place]!
        need.memory += group.memory * content[place]!
      })
      expect(need.cpu).toBeLessThanOrEqual(one.cpu)
      expect(need.memory).toBeLessThanOrEqual(one.memory)
    }
  })
}

const sized = (size: number, count: number) =>
  usingAll({ cpu: size, memory: size, count, isOnDemandOnly: false })
const roomOfTen = { isSpot: false, cpu: 10, memory: 10, price: 1, limit: Infinity }
const holding = (...content: number[]): Bin => ({ classIndex: 0, content: Int32Array.from(content) })

const plentiful = () => new Effort(1e7, new Deadline(() => 0, 1000))

describe('diving', () => {
  let solver: LinearSolver
  beforeAll(async () => {
    solver = await loadLinearSolver()
  })

  const dived = (question: PackingProblem) => {
    const generation = new ColumnGeneration({
      solver,
      problem: question,
      firstDuals: resourceDuals(question),
      primalHeuristic: greedyPackings,
    })
    const first = packedGreedily(question)
    const second = new Incumbent(question)
    try {
      generation.run(first, plentiful())
      dive({ problem: question, master: generation, incumbent: second, effort: plentiful() })
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
        expectPacked(question, second.bins)
      }),
      { numRuns: 300 },
    )
  }, 60_000)

  it('still packs every process once, and no dearer, when it is tried again for parts', () => {
    fc.assert(
      fc.property(problem, fc.nat(99), (question, seed) => {
        const generation = new ColumnGeneration({
          solver,
          problem: question,
          firstDuals: resourceDuals(question),
          primalHeuristic: greedyPackings,
        })
        const incumbent = packedGreedily(question)
        try {
          generation.run(incumbent, plentiful())
          const { cost } = incumbent
          const little = new Effort(2000, new Deadline(() => 0, 1000))
          diveInNeighbourhoods({
            problem: question,
            master: generation,
            incumbent,
            duals: generation.duals,
            effort: little,
            random: randomFrom(seed),
          })
          expect(incumbent.cost).toBeLessThanOrEqual(cost)
          expect(incumbent.cost).toBeGreaterThanOrEqual(generation.lowerBound - 1e-6)
          expectPacked(question, incumbent.bins)
        } finally {
          generation.dispose()
        }
      }),
      { numRuns: 30 },
    )
  }, 60_000)

  it('finds a cheaper packing than the best by dissolving some of its instances', () => {
    const question = {
      classes: [roomOfTen, { ...roomOfTen, cpu: 4, memory: 4, price: 0.45 }],
      groups: [sized(6, 12), sized(4, 12)],
    }
    const generation = new ColumnGeneration({
      solver,
      problem: question,
      firstDuals: resourceDuals(question),
      primalHeuristic: greedyPackings,
    })
    const incumbent = new Incumbent(question)
    incumbent.offer([
      ...Array.from({ length: 12 }, () => holding(1, 0)),
      ...Array.from({ length: 12 }, () => ({ classIndex: 1, content: Int32Array.from([0, 1]) })),
    ])
    try {
      generation.run(packedGreedily(question), plentiful())
      const some = new Effort(1e5, new Deadline(() => 0, 1000))
      const first = incumbent.cost
      diveInNeighbourhoods({
        problem: question,
        master: generation,
        incumbent,
        duals: generation.duals,
        effort: some,
        random: randomFrom(1),
      })
      expect(incumbent.cost).toBeLessThan(first)
      expect(incumbent.cost).toBeCloseTo(12, 9)
    } finally {
      generation.dispose()
    }
  })

  it('goes on proving after it as before', () => {
    fc.assert(
      fc.property(problem, (question) => {
        const generation = new ColumnGeneration({
          solver,
          problem: question,
          firstDuals: resourceDuals(question),
          primalHeuristic: greedyPackings,
        })
        const incumbent = packedGreedily(question)
        try {
          generation.run(incumbent, plentiful())
          const before = generation.lowerBound
          dive({ problem: question, master: generation, incumbent, effort: plentiful() })
          generation.run(incumbent, plentiful())
          expect(generation.lowerBound).toBeGreaterThanOrEqual(before)
          expect(incumbent.cost).toBeGreaterThanOrEqual(generation.lowerBound - 1e-6)
        } finally {
          generation.dispose()
        }
      }),
      { numRuns: 100 },
    )
  }, 60_000)

  /** Solves the programme once, and not again. */
  const solvedOnce = (columns: Bin[], shares: number[], duals: number[]): ResidualMaster => {
    let isAsked = false
    return {
      columns,
      solveResidual: () => {
        if (isAsked) return undefined
        isAsked = true
        const answer = { shares: Float64Array.from(shares), duals: Float64Array.from(duals) }
        return { ...answer, cost: 0, limitDuals: [0] }
      },
    }
  }

  it('leaves room for what is worth nothing at the moment when it fills up an instance', () => {
    const question = { classes: [roomOfTen], groups: [sized(5, 1), sized(2, 4), sized(3, 3)] }
    const offered: Bin[][] = []
    const incumbent = new Incumbent(question)
    incumbent.offer = (bins) => offered.push(bins ?? []) > 0
    const master = solvedOnce([holding(1, 2, 0)], [2], [1, 0, 0.5])
    dive({ problem: question, master, incumbent, effort: plentiful() })
    for (const { content } of offered.flat())
      expect(content[0]! * 5 + content[1]! * 2 + content[2]! * 3).toBeLessThanOrEqual(10)
  })

  it('runs no more of a class than may be had, however many fractions are rounded up', () => {
    const question = { classes: [{ ...roomOfTen, limit: 1 }], groups: [sized(6, 1), sized(7, 1)] }
    const limits: number[] = []
    const master = solvedOnce([holding(1, 0), holding(0, 1)], [0.9, 0.9], [1, 1])
    const asked = master.solveResidual.bind(master)
    master.solveResidual = (remaining, left, effort) => {
      limits.push(left[0]!)
      return asked(remaining, left, effort)
    }
    dive({ problem: question, master, incumbent: new Incumbent(question), effort: plentiful() })
    expect(limits).toEqual([1, 0])
  })
})
