import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AdmissionWaits } from './admission-waits'

const longestSeconds = 10

const secondsAfter = (epochs: number[]): number | undefined => {
  const waits = new AdmissionWaits()
  for (const epoch of epochs) waits.record(['p'], epoch, longestSeconds)
  return waits.all().get('p')
}

describe('the wait of a process for its load balancers', () => {
  it('lasts from the first look that finds it waiting to the last one', () => {
    expect(secondsAfter([])).toBeUndefined()
    expect(secondsAfter([5000])).toBe(0)
    expect(secondsAfter([5000, 7500, 17_500])).toBe(12.5)
  })

  it('does not grow by an hour that nobody could look in', () => {
    expect(secondsAfter([0, 8000, 3_608_000])).toBe(18)
  })

  it('never shrinks, nor grows by more than the longest time a look, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 2 }), (epochs) => {
        const before = secondsAfter(epochs.slice(0, -1)) ?? 0
        const grown = (secondsAfter(epochs) ?? 0) - before
        expect(grown).toBeGreaterThanOrEqual(0)
        expect(grown).toBeLessThanOrEqual(longestSeconds + 1e-9)
      }),
    )
  })

  it('is forgotten with the process', () => {
    const waits = new AdmissionWaits()
    waits.record(['old', 'new'], 0, longestSeconds)
    waits.keep(new Set(['new']))
    expect([...waits.all().keys()]).toEqual(['new'])
  })
})
