import { expect, it } from 'vitest'
import { compareOrder, compareTimes } from './compare-times'

const rounds = 36
/** Numbers from 0 to 1 that look random and are always the same. */
const noise = (seed: number, round: number) =>
  Math.abs(Math.sin(seed * 12.9898 + round * 78.233) * 43_758.5453) % 1
const times = (base: number, seed: number, jitter: number) =>
  Array.from({ length: rounds }, (_, round) => base + jitter * noise(seed, round))

it.each(Array.from({ length: 200 }, (_, seed) => seed))('takes noise for no difference (%i)', (seed) => {
  const comparison = compareTimes({ known: times(30, seed, 40), unknown: times(30, seed + 1000, 40) })
  expect(comparison.isTelling).toBe(false)
})

it('is not misled by a few slow requests, nor by a machine that gets slower', () => {
  const slow = times(30, 1, 2).map((time, round) => (round % 9 === 0 ? time + 500 : time) + round * 20)
  const other = times(30, 2, 2).map((time, round) => time + round * 20)
  expect(compareTimes({ known: slow, unknown: other }).isTelling).toBe(false)
})

it.each([
  ['longer', 60, 30],
  ['shorter', 30, 60],
])('finds the case that is always %s', (_what, known, unknown) => {
  const comparison = compareTimes({ known: times(known, 1, 25), unknown: times(unknown, 2, 25) })
  expect(comparison.isTelling).toBe(true)
})

it.each(Array.from({ length: 50 }, (_, seed) => seed))('takes the order of noise for chance (%i)', (seed) => {
  const many = (seed: number) => Array.from({ length: 300 }, (_, round) => noise(seed, round))
  const comparison = compareOrder({ known: many(seed), unknown: many(seed + 1000) })
  expect(comparison.isTelling).toBe(false)
})

it('finds by the order of many rounds what is far below their noise', () => {
  const many = (seed: number, longer: number) =>
    Array.from({ length: 300 }, (_, round) => longer + 5 * noise(seed, round))
  const times = { known: many(1, 1), unknown: many(2, 0) }
  expect(compareTimes(times).isTelling).toBe(false)
  expect(compareOrder(times).isTelling).toBe(true)
})
