import { describe, expect, it } from 'vitest'
import type { Offering } from '../../cloud/cloud'
import { buildInstance } from '../../../tests/builders/environment-parts'
import { takeSpotPrices } from './spot-prices'

const minute = 60_000
const launchedEpoch = 1_000_000_000_000
const offering = (market: Offering['market'], pricePerHour: number): Offering => ({
  instanceType: 't4g.small',
  zone: 'us-east-1a',
  market,
  pricePerHour,
  vcpu: 2,
  memoryMib: 2048,
  penalty: 0,
})
const spot = (marketPricePerHour?: number) =>
  buildInstance('a', { market: 'spot', launchedEpoch, marketPricePerHour })

/** The price after looks so many minutes after the launch, each with what the market asked then. */
function priceAfter(looks: [minutes: number, price: number][], instance = spot()): number | undefined {
  let lookedEpoch = 0
  for (const [minutes, price] of looks) {
    const now = launchedEpoch + minutes * minute
    takeSpotPrices([instance], [offering('on-demand', 9), offering('spot', price)], { now, lookedEpoch })
    lookedEpoch = now
  }
  return instance.marketPricePerHour
}

describe('the price of a Spot instance', () => {
  it('is that of its launch in its first hour, and then taken once in each hour, as AWS bills it', () => {
    expect(
      priceAfter([
        [1, 2],
        [59, 3],
      ]),
    ).toBeUndefined()
    expect(
      priceAfter([
        [1, 2],
        [59, 3],
        [61, 4],
        [119, 5],
      ]),
    ).toBe(4)
  })

  it('follows at the first look of a controller that remembers none, and after hours without a look', () => {
    expect(priceAfter([[90, 7]], spot(2))).toBe(7)
    expect(
      priceAfter([
        [1, 2],
        [600, 7],
      ]),
    ).toBe(7)
  })

  it('stays where the pool is not offered, and is none of an instance on-demand', () => {
    const instances = [spot(2), buildInstance('b', { launchedEpoch })]
    const now = launchedEpoch + 90 * minute
    takeSpotPrices(instances, [offering('on-demand', 9)], { now, lookedEpoch: 0 })
    expect(instances.map(({ marketPricePerHour }) => marketPricePerHour)).toEqual([2, undefined])
  })
})
