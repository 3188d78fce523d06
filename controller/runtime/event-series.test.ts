import { expect, it } from 'vitest'
import { EventSeries, type Occurrence } from './event-series'

const minute = 60_000
const occurrence = (changes: Partial<Occurrence> = {}): Occurrence => ({
  subject: 'env-1',
  reason: 'InstanceLost',
  message: 'i-1 is gone.',
  isWarning: true,
  ...changes,
})

it('counts the same again, and begins anew after a long pause', () => {
  const series = new EventSeries()
  const first = series.add(occurrence(), 0)
  expect(first).toMatchObject({ count: 1, firstEpoch: 0, lastEpoch: 0 })
  expect(series.add(occurrence(), 9 * minute)).toBe(first)
  expect(first).toMatchObject({ count: 2, firstEpoch: 0, lastEpoch: 9 * minute })
  expect(series.add(occurrence(), 20 * minute)).toMatchObject({ count: 1, firstEpoch: 20 * minute })
})

it('keeps apart what differs in subject, reason, message or severity', () => {
  const series = new EventSeries()
  const different = [
    occurrence(),
    occurrence({ subject: 'env-2' }),
    occurrence({ reason: 'Other' }),
    occurrence({ message: 'i-2 is gone.' }),
    occurrence({ isWarning: false }),
  ]
  expect(different.map((one) => series.add(one, 0)?.count)).toEqual([1, 1, 1, 1, 1])
})

it('loses nothing of a storm and says it in a few series, of one subject at the expense of no other', () => {
  const series = new EventSeries()
  const storm = Array.from({ length: 200 }, (_, index) =>
    series.add(occurrence({ message: `i-${index} is gone.` }), 0),
  )
  const told = [...new Set(storm)]
  expect(told).toHaveLength(25)
  expect(told.reduce((sum, one) => sum + (one?.count ?? 0), 0)).toBe(200)
  expect(series.add(occurrence({ reason: 'Unheard' }), 0)).toBeUndefined()
  expect(series.add(occurrence({ subject: 'env-2' }), 0)?.count).toBe(1)
  expect(series.add(occurrence({ message: 'Later.' }), minute)?.count).toBe(1)
})

it('remembers so many series and no more', () => {
  const series = new EventSeries()
  for (let index = 0; index < 2_001; index++) series.add(occurrence({ subject: `env-${index}` }), 0)
  expect(series.add(occurrence({ subject: 'env-2000' }), 0)?.count).toBe(2)
  expect(series.add(occurrence({ subject: 'env-0' }), 0)?.count).toBe(1)
})
