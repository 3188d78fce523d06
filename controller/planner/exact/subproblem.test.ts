import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  expectFeasible,
  packingProblemOf,
  tinyWorkloads,
  usingAll,
} from '../../../tests/builders/tiny-packings'
import { Effort, Deadline } from '../search/effort'
import { isAllowed, numbersOf, surplusOfBin, type PackingProblem } from '../model/packing-problem'
import { surplusCost } from '../model/tariff'
import { bendersCutFrom } from './benders-cut'
import { packInto } from './subproblem'

/** Two instances of 10 and the sizes 5, 3 and 2: all is used only as 5 + 5 and 3 + 3 + 2 + 2. */
const problem: PackingProblem = {
  classes: [{ isSpot: false, cpu: 10, memory: 10, price: 1, limit: Infinity }],
  groups: [5, 3, 2].map((cpu) => usingAll({ cpu, memory: 0, count: 2, isOnDemandOnly: false })),
}
const effort = () => new Effort(1e6, new Deadline(() => 0, 1))

it('packs what can be packed, and says where that is impossible', () => {
  expect(packInto(problem, { numbers: [2], spent: 0 }, [], 1000, effort())).toMatchObject({
    bins: [{ content: Int32Array.of(2, 0, 0) }, { content: Int32Array.of(0, 2, 2) }],
  })
  const tooLarge = { ...problem, groups: [usingAll({ cpu: 4, memory: 0, count: 5, isOnDemandOnly: false })] }
  expect(packInto(tooLarge, { numbers: [2], spent: 0 }, [], 1000, effort())).toBe('impossible')
})

it('does not take running out of steps for impossibility', () => {
  expect(packInto(problem, { numbers: [2], spent: 0 }, [], 0, effort())).toBe('unknown')
})

it('ends after its steps also where no content is ever complete', () => {
  // Even sizes, and instances that are odd and would have to be full: nothing that is begun can be ended.
  const sizes = Array.from({ length: 40 }, (_, index) => 1002 + 2 * ((index * 37) % 100))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const half = total / 2 + Number((total / 2) % 2 === 0)
  const odd: PackingProblem = {
    classes: [
      { isSpot: false, cpu: half, memory: 1, price: 1, limit: Infinity },
      { isSpot: false, cpu: total - half, memory: 1, price: 1, limit: Infinity },
    ],
    groups: sizes.map((cpu) => usingAll({ cpu, memory: 0, count: 1, isOnDemandOnly: false })),
  }
  const cut = {
    values: Float64Array.from(sizes),
    holds: Float64Array.of(half, total - half),
    surplusHolds: 0,
    need: total,
  }
  const endless = new Effort(Infinity, new Deadline(() => 0, 1))
  expect(packInto(odd, { numbers: [1, 1], spent: 0 }, [cut], 10_000, endless)).toBe('unknown')
})

/** Tries every instance for every process, and says whether what is spent on surplus then suffices. */
function canPack({ classes, groups }: PackingProblem, numbers: number[], spent: number): boolean {
  const processes = groups.flatMap((group) => Array.from({ length: group.count }, () => group))
  const rooms = numbers.flatMap((number, index) =>
    Array.from({ length: number }, () => ({ ...classes[index]!, cpuUsed: 0 })),
  )
  const surplus = () => rooms.reduce((sum, room) => sum + surplusCost(room, room.cpuUsed), 0)
  const place = (next: number): boolean => {
    const process = processes[next]
    if (!process) return surplus() <= spent + 1e-9
    return rooms.some((room) => {
      if (!isAllowed(room, process) || room.cpu < process.cpu || room.memory < process.memory) return false
      room.cpu -= process.cpu
      room.memory -= process.memory
      room.cpuUsed += process.cpuUsed
      const isDone = place(next + 1)
      room.cpu += process.cpu
      room.memory += process.memory
      room.cpuUsed -= process.cpuUsed
      return isDone
    })
  }
  return place(0)
}

it('packs into exactly those instances into which trying everything does, whatever cuts guide it', () => {
  const outcomes = { packed: 0, impossible: 0 }
  const values = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(
      tinyWorkloads,
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 6, maxLength: 6 }),
      fc.array(values, { maxLength: 4 }),
      fc.integer({ min: 0, max: 8 }),
      (workload, some, valuations, spent) => {
        const tiny = packingProblemOf(workload)
        const numbers = tiny.classes.map((_, index) => some[index]!)
        const measures = [
          tiny.groups.map(({ cpu }) => cpu),
          tiny.groups.map(({ memory }) => memory),
          ...valuations.map((worth) => tiny.groups.map((_, index) => worth[index]!)),
        ]
        const cuts = measures.flatMap(
          (one, index) => bendersCutFrom(tiny, one, 1000, undefined, index % 3) ?? [],
        )
        const packing = packInto(tiny, { numbers, spent }, cuts, 1e5, effort())
        if (typeof packing === 'string') {
          outcomes.impossible++
          expect({ packing, can: canPack(tiny, numbers, spent) }).toEqual({
            packing: 'impossible',
            can: false,
          })
        } else {
          outcomes.packed++
          expectFeasible(tiny, packing.bins)
          const surplus = packing.bins.reduce((sum, bin) => sum + surplusOfBin(tiny, bin), 0)
          expect(surplus).toBeLessThanOrEqual(spent + 1e-9)
          expect([...numbersOf(tiny, packing.bins)]).toEqual(numbers)
        }
      },
    ),
    { numRuns: 500 },
  )
  // Both are tried often enough to mean something.
  expect(Math.min(outcomes.packed, outcomes.impossible)).toBeGreaterThan(50)
})
