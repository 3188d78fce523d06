import { expect, it } from 'vitest'
import { LatestMap } from './latest-map'

it('forgets what was set longest ago, and tells of it', () => {
  const forgotten: [string, number][] = []
  const map = new LatestMap<string, number>(2, (...entry) => forgotten.push(entry))
  map.set('a', 1).set('b', 2).set('a', 3)
  expect([...map]).toEqual([
    ['b', 2],
    ['a', 3],
  ])
  expect(forgotten).toEqual([])
  map.set('c', 4)
  expect([...map.keys()]).toEqual(['a', 'c'])
  expect(forgotten).toEqual([['b', 2]])
})
