import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMilliseconds, withJitter } from './backoff'

const limits = { baseMilliseconds: 100, capMilliseconds: 5_000 }
const always = (value: number) => () => value
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('backoffMilliseconds', () => {
  it('doubles with every failure until the cap', () => {
    const pauses = [1, 2, 3, 6, 7, 100].map((failures) =>
      backoffMilliseconds(failures, limits, always(0.999999)),
    )
    expect(pauses).toEqual([100, 200, 400, 3_200, 5_000, 5_000])
  })

  it('is never above the cap and never below half of the first pause', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fraction, (failures, random) => {
        const pause = backoffMilliseconds(failures, limits, always(random))
        expect(pause).toBeGreaterThanOrEqual(50)
        expect(pause).toBeLessThanOrEqual(5_000)
      }),
    )
  })
})

describe('withJitter', () => {
  it('stays within a tenth', () => {
    fc.assert(
      fc.property(fraction, (random) => {
        expect(Math.abs(withJitter(1000, always(random)) - 1000)).toBeLessThanOrEqual(100.000001)
      }),
    )
  })
})
