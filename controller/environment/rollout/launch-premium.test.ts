import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../policy'
import { launchPremiumOf } from './launch-premium'

const hour = 3_600_000
const { launchPremium: limits } = defaultLimits
const launchedHoursAgo = (now: number, ...hours: number[]) => ({
  instances: hours.map((one) => ({ launchedEpoch: now - one * hour })),
})
const now = 1_800_000_000_000

describe('what a launch must save', () => {
  it('is a tenth for three days after the last launch, and half of that after six', () => {
    expect(launchPremiumOf(launchedHoursAgo(now, 0, 900), now, limits)).toBe(0.1)
    expect(launchPremiumOf(launchedHoursAgo(now, 72), now, limits)).toBe(0.1)
    expect(launchPremiumOf(launchedHoursAgo(now, 144, 900), now, limits)).toBeCloseTo(0.05, 9)
  })

  it('counts an instance whose launch is not known as launched now, and stays so when clocks step back', () => {
    expect(launchPremiumOf({ instances: [{}] }, now, limits)).toBe(0.1)
    expect(launchPremiumOf(launchedHoursAgo(now, -5), now, limits)).toBe(0.1)
  })

  it('gives up no more between two launches than a launched instance costs in some seven hours, however small the saving', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (saved) => {
        let hours = 0
        while (saved < launchPremiumOf(launchedHoursAgo(now, hours), now, limits)) hours += 1
        expect(saved * hours).toBeLessThanOrEqual(0.1 * 72 + saved)
      }),
    )
  })
})
