import { expect, it } from 'vitest'
import { cpuSecondsIn, cpuSecondsOf } from './control-groups'

it.each([
  ['usage_usec 2500000\nuser_usec 2000000\nsystem_usec 500000\nnr_periods 0\n', 2.5],
  ['7250000000\n', 7.25],
  ['0\n', 0],
  ['', undefined],
  ['nr_periods 0\n', undefined],
])('reads the seconds of CPU out of %j', (text, seconds) => {
  expect(cpuSecondsIn(text)).toBe(seconds)
})

it('tells nothing of a container that is gone, nor of whoever has the number of its process now', async () => {
  expect(await cpuSecondsOf({ id: 'f'.repeat(64), pid: 2 ** 22 + 1 })).toBeUndefined()
  expect(await cpuSecondsOf({ id: 'f'.repeat(64), pid: process.pid })).toBeUndefined()
})
