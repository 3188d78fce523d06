import { describe, expect, it } from 'vitest'
import { poolOf } from '../../../core/catalogue/pool'
import type { EnvironmentStatus, Market } from '../../../core/resources/environment'
import { seededRandom } from '../../../tests/builders/seeded-random'
import type { Offering } from '../../cloud/cloud'
import { exclusionsOf, isStormy, launchable } from './exclusions'
import { raised } from './pool-penalty'

const minute = 60_000
const onDemandPrice = 0.1
const offering = (zone: string, market: Market, pricePerHour: number): Offering => ({
  instanceType: 'c7g.medium',
  zone,
  market,
  pricePerHour,
  vcpu: 1,
  memoryMib: 2048,
  penalty: 0,
})
const zones = Array.from({ length: 12 }, (_, index) => `zone-${index}`)
const market = [
  ...zones.map((zone, index) => offering(zone, 'spot', 0.03 + index * 0.001)),
  offering('zone-0', 'on-demand', onDemandPrice),
]

type Status = Pick<EnvironmentStatus, 'troubledPools'>

function interrupt(status: Status, pool: Offering, now: number): void {
  const before = status.troubledPools?.find((one) => poolOf(one) === poolOf(pool))
  const others = (status.troubledPools ?? []).filter((one) => one !== before)
  const { instanceType, zone, vcpu } = pool
  status.troubledPools = [
    ...others,
    { instanceType, zone, market: 'spot', vcpu, ...raised(before, 'interruption', now) },
  ]
}

/** 30 days of one instance, looked at every five minutes as consolidation does. `endures` says for how many minutes a Spot instance lives. */
function runMonth(endures: () => number, isDampened = true) {
  const status: Status = {}
  const choose = (now: number): Offering => {
    const possible = isDampened ? launchable(market, status, now) : market
    const [best] = [...possible].sort((a, b) => a.pricePerHour - b.pricePerHour)
    if (!best) throw new Error('There is nothing to launch.')
    return best
  }
  let now = 0
  let present = choose(now)
  let endEpoch = endures() * minute
  let cost = 0
  let moves = 0
  for (; now < 30 * 24 * 60 * minute; now += 5 * minute) {
    if (present.market === 'spot' && now >= endEpoch) {
      interrupt(status, present, now)
      present = choose(now)
      endEpoch = now + endures() * minute
      moves += 1
    } else if (present.market === 'on-demand') {
      const next = choose(now)
      if (next.market === 'spot') {
        present = next
        endEpoch = now + endures() * minute
        moves += 1
      }
    }
    cost += present.pricePerHour / 12
  }
  return { cost, moves }
}

const alwaysOnDemand = onDemandPrice * 24 * 30

describe('30 simulated days of adverse Spot markets', () => {
  it.each([
    ['every Spot instance is taken back after ten minutes', () => () => 10, 18, 1],
    [
      'every Spot instance is taken back within two hours',
      () => seeded((random) => 5 + random * 115),
      16,
      0.8,
    ],
    ['every Spot instance is taken back within a day', () => seeded((random) => 30 + random * 1410), 4, 0.4],
  ])('%s: cheaper than always on-demand, with moves bounded', (_name, endures, movesPerDay, share) => {
    const { cost, moves } = runMonth(endures())
    expect(cost).toBeLessThan(alwaysOnDemand * share)
    expect(moves / 30).toBeLessThan(movesPerDay)
  })

  it('makes less than a fifth of the moves that returning at once would make', () => {
    const { moves } = runMonth(() => 10)
    expect(moves).toBeLessThan(runMonth(() => 10, false).moves / 5)
  })

  it('costs less than never returning to Spot after the first interruption', () => {
    const endures = seeded((random) => 30 + random * 1410)
    const firstLife = endures() / 60
    const neverReturning = firstLife * 0.03 + (30 * 24 - firstLife) * onDemandPrice
    expect(runMonth(endures).cost).toBeLessThan(neverReturning)
  })
})

describe('what may be launched', () => {
  it('is everything when nothing happened, and never nothing', () => {
    expect(launchable(market, {}, 0)).toEqual(market)
    const status: Status = {}
    for (const one of market.slice(0, 12)) interrupt(status, one, 0)
    expect(launchable(market, status, 0).map((one) => one.market)).toEqual(['on-demand'])
    expect(isStormy(status, 0)).toBe(true)
    expect(launchable(market, status, 48 * 60 * minute)).toEqual(market)
  })

  it('is not the pool that was interrupted, and the planner hears of it when it may be used again', () => {
    const status: Status = {}
    interrupt(status, market[0] as Offering, 0)
    expect(launchable(market, status, minute).map(({ zone }) => zone)).not.toContain('zone-0 spot')
    expect(launchable(market, status, minute)).toHaveLength(market.length - 1)
    const later = launchable(market, status, 300 * minute)
    expect(later).toHaveLength(market.length)
    expect(later[0]?.penalty).toBeCloseTo(2 ** -(5 / 3))
    expect(exclusionsOf(status, 0)).toEqual([])
  })
})

function seeded(lifetime: (random: number) => number): () => number {
  const random = seededRandom(7)
  return () => lifetime(random())
}
