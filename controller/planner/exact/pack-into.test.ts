import { expect, it } from 'vitest'
import { Effort, EmergencyStop } from '../packing/effort'
import type { PackingProblem } from '../packing/problem'
import { packInto } from './pack-into'

/** Two instances of 10 and the sizes 5, 3 and 2: all is used only as 5 + 5 and 3 + 3 + 2 + 2. */
const problem: PackingProblem = {
  classes: [{ isSpot: false, cpu: 10, memory: 10, price: 1, limit: Infinity }],
  groups: [5, 3, 2].map((cpu) => ({ cpu, memory: 0, count: 2, isOnDemandOnly: false })),
}
const effort = () => new Effort(1e6, new EmergencyStop(() => 0, 1))

it('packs what can be packed, and says where that is impossible', () => {
  expect(packInto(problem, [2], [], 1000, effort())).toMatchObject({
    bins: [{ content: Int32Array.of(2, 0, 0) }, { content: Int32Array.of(0, 2, 2) }],
  })
  const tooLarge = { ...problem, groups: [{ cpu: 4, memory: 0, count: 5, isOnDemandOnly: false }] }
  expect(packInto(tooLarge, [2], [], 1000, effort())).toBe('impossible')
})

it('does not take running out of steps for impossibility', () => {
  expect(packInto(problem, [2], [], 0, effort())).toBe('unknown')
})
