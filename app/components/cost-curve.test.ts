import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averageCost, daysOf, rangeOf, stepPath } from './cost-curve'

const day = 24 * 60 * 60_000
const hour = 60 * 60_000
const size = { width: 100, height: 50 }
const sample = (epoch: number, costPerHour: number, numInstances = 1, highestPerHour = costPerHour) => ({
  epoch,
  costPerHour,
  highestPerHour,
  numInstances,
})

describe('the curve', () => {
  it('holds each value until the next one, and the last until now', () => {
    const samples = [
      { epoch: 0, value: 1 },
      { epoch: 5 * hour, value: 2 },
    ]
    expect(stepPath(samples, { fromEpoch: 0, toEpoch: 10 * hour }, { ...size, highest: 2 })).toBe(
      'M0 25H50V0H100',
    )
  })

  it('stays within its frame, goes from left to right and ends at the right, whatever was measured', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 30 * day }), fc.double({ min: 0, max: 1e6, noNaN: true })),
          {
            minLength: 1,
            maxLength: 50,
          },
        ),
        (measured) => {
          const samples = measured.sort(([a], [b]) => a - b).map(([epoch, value]) => ({ epoch, value }))
          const range = rangeOf(
            samples.map(({ epoch, value }) => sample(epoch, value)),
            30 * day,
          )
          const path = stepPath(samples, range, {
            ...size,
            highest: Math.max(...samples.map(({ value }) => value)),
          })
          const xs = [...path.matchAll(/[MH]([\d.e-]+)/g)].map(([, x]) => Number(x))
          const ys = [...path.matchAll(/[V ]([\d.e-]+)/g)].map(([, y]) => Number(y))
          expect(xs).toEqual([...xs].sort((a, b) => a - b))
          expect(xs.at(-1)).toBe(size.width)
          for (const x of xs) expect(x >= 0 && x <= size.width).toBe(true)
          for (const y of ys) expect(y >= 0 && y <= size.height).toBe(true)
        },
      ),
    )
  })
})

describe('its table', () => {
  it('has every day once, the newest first, with the average and the most of it', () => {
    const samples = [sample(hour, 1, 1), sample(day + 6 * hour, 3, 2, 40), sample(day + 12 * hour, 2, 4)]
    const days = daysOf(samples, 3 * day + hour)
    expect(days).toEqual([
      { day: '1970-01-04', averageCost: 2, highestCost: 2, mostInstances: 4 },
      { day: '1970-01-03', averageCost: 2, highestCost: 2, mostInstances: 4 },
      { day: '1970-01-02', averageCost: (1 + 3 + 2 + 2) / 4, highestCost: 40, mostInstances: 4 },
      { day: '1970-01-01', averageCost: 1, highestCost: 1, mostInstances: 1 },
    ])
    expect(averageCost(samples, 3 * day)).toBeCloseTo((1 * 29 + 3 * 6 + 2 * 36) / 71, 6)
  })
})
