import { expect, it } from 'vitest'
import { RecentMap } from './recent-map'

it('lets go of what was kept longest ago, and says so', () => {
  const map = new RecentMap<string, number>(2)
  expect([map.keep('a', 1), map.keep('b', 2), map.keep('a', 3)]).toEqual([undefined, undefined, undefined])
  expect(map.keep('c', 4)).toEqual(['b', 2])
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
