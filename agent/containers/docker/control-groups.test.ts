import { expect, it } from 'vitest'
import { figuresOf, numberIn } from './control-groups'

it.each([
  ['usage_usec 2500000\nuser_usec 2000000\n', 'usage_usec', 2_500_000],
  ['anon 7\ninactive_file 5\ntotal_inactive_file 12\n', 'inactive_file', 5],
  ['anon 7\ninactive_file 5\ntotal_inactive_file 12\n', 'total_inactive_file', 12],
  ['usage_usec\n', 'usage_usec', undefined],
  ['usage_usec -1\n', 'usage_usec', undefined],
  ['', 'usage_usec', undefined],
])('reads in %j the figure %s', (text, name, figure) => {
  expect(numberIn(text, name)).toBe(figure)
})

it('tells nothing of a container that is gone, nor of whoever has the number of its process now', async () => {
  expect(await figuresOf({ id: 'f'.repeat(64), pid: 2 ** 22 + 1 })).toEqual({})
  expect(await figuresOf({ id: 'f'.repeat(64), pid: process.pid })).toEqual({})
})
