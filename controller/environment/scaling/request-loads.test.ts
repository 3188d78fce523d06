import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberByMeasure } from './number-by-measure'
import { loadsOfRequests } from './request-loads'

const minute = 60_000
/** Five seconds after a whole minute. */
const told = 1_000 * minute + 5_000
/** So many minutes before the one that began last. */
const ago = (minutes: number) => 1_000 * minute - minutes * minute

const loads = (each: Record<number, number>, numServing = 2) =>
  loadsOfRequests(
    new Map(Object.entries(each).map(([minutes, count]) => [ago(Number(minutes)), count])),
    told,
    numServing,
  )

describe('loads of requests', () => {
  it('are of whole minutes in a row, the last of which ended a minute ago', () => {
    const epochs = loads({}).map(({ epoch }) => epoch)
    expect(epochs).toEqual(Array.from({ length: 10 }, (_, index) => ago(11 - index)))
  })

  it('remove nothing by a minute that ended less than two minutes ago, and may add by it', () => {
    const all = loads({ 3: 100, 2: 40 })
    expect(all.at(-1)).toEqual({ epoch: ago(2), least: 40, used: 20 })
    expect(all.at(-2)).toEqual({ epoch: ago(3), least: 100, most: 100, used: 50 })
  })

  it('of a minute without a figure are those of the last one with some, for a quarter of an hour', () => {
    const after = (minutes: number) => loads({ [3 + minutes]: 100 }).at(-2)
    expect(after(1)).toMatchObject({ least: 0, most: 100 })
    expect(after(15)).toMatchObject({ least: 0, most: 100 })
    expect(after(16)).toMatchObject({ least: 0, most: 0, used: 0 })
  })
})

describe('whatever CloudWatch has heard of', () => {
  const target = 100
  const anyCounts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 12, maxLength: 25 })
  const anyNumber = fc.integer({ min: 1, max: 60 })
  const decide = (number: number, counts: ReadonlyMap<number, number>) =>
    numberByMeasure({
      ...{ now: told, min: 1, max: 60, number, target },
      minutes: loadsOfRequests(counts, told, number),
    }).number
  const toMap = (counts: number[]) => new Map(counts.map((count, index) => [ago(index + 1), count]))

  it('any part of the minutes that ended in the last two removes no process that the five before need', () => {
    fc.assert(
      fc.property(
        ...[anyCounts, anyNumber, fc.double({ min: 0, max: 1, noNaN: true })],
        (counts, number, part) => {
          const heard = toMap(counts.map((count, index) => (index < 2 ? Math.floor(count * part) : count)))
          const needed = Math.ceil(Math.max(...counts.slice(2, 7)) / target)
          expect(decide(number, heard)).toBeGreaterThanOrEqual(Math.min(number, needed))
        },
      ),
    )
  })

  it('its silence removes no process that the last figures need, as long as it may be late', () => {
    fc.assert(
      fc.property(anyCounts, anyNumber, fc.integer({ min: 1, max: 10 }), (counts, number, silent) => {
        const heard = toMap(counts.map((count, index) => (index < silent ? 0 : count)))
        for (const [epoch, count] of heard) if (count === 0) heard.delete(epoch)
        const last = counts[silent] ?? 0
        expect(decide(number, heard)).toBeGreaterThanOrEqual(Math.min(number, Math.ceil(last / target)))
      }),
    )
  })

  it('more requests never mean fewer processes', () => {
    fc.assert(
      fc.property(anyCounts, anyNumber, fc.nat({ max: 1_000 }), (counts, number, more) => {
        const busier = counts.map((count) => count + more)
        expect(decide(number, toMap(busier))).toBeGreaterThanOrEqual(decide(number, toMap(counts)))
      }),
    )
  })
})
