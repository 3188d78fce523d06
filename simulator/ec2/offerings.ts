import { createHash } from 'node:crypto'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'
import { poolOf, type Pool } from '../../core/catalogue/pool'
import { markets } from '../../core/resources/environment'
import type { Offering, Offerings } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { PriceMoves, ZoneProfile } from '../profiles/profile'
import type { World } from '../world'

/** From 0 to 1, always the same for the same text. */
const fractionOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** Spot costs 30 to 45 percent of on-demand, steadily by type and zone, in USD an hour. */
function usualPrice(pool: Pool, onDemandPrice: number): number {
  if (pool.market === 'on-demand') return onDemandPrice
  const fraction = 0.3 + 0.15 * fractionOf(`${pool.instanceType}/${pool.zone}`)
  return toPrice(onDemandPrice * fraction)
}

/** As AWS quotes prices. */
const toPrice = (price: number): number => Math.round(price * 10_000) / 10_000

type NamedOffering = readonly [pool: string, offering: Offering]

const usualOfferings = (zones: readonly ZoneProfile[]): NamedOffering[] =>
  publishedInstanceTypes.flatMap(({ instanceType, vcpu, memoryMib, onDemandPricePerHour }) =>
    zones
      .filter(({ lacksTypes }) => !lacksTypes)
      .flatMap(({ name: zone }) =>
        markets.map((market) => {
          const pool = { instanceType, zone, market }
          const pricePerHour = usualPrice(pool, onDemandPricePerHour)
          return [poolOf(pool), { ...pool, pricePerHour, vcpu, memoryMib, penalty: 0 }] as const
        }),
      ),
  )

/** By what was worked out once: each controller asks at every pass. */
const usual = new WeakMap<readonly ZoneProfile[], NamedOffering[]>()

/** Everything on sale, whether there is capacity or not. */
export function allOfferings({
  state,
  profile,
  clock,
}: Pick<World, 'state' | 'profile' | 'clock'>): Offering[] {
  const offerings = usual.get(profile.zones) ?? usualOfferings(profile.zones)
  usual.set(profile.zones, offerings)
  const { spotPrices } = profile
  const now = clock.now()
  return offerings.map(([pool, offering]) => {
    const { market, pricePerHour: price } = offering
    const present = spotPrices && market === 'spot' ? toPrice(price * moveOf(pool, now, spotPrices)) : price
    return { ...offering, pricePerHour: state.prices[pool] ?? present }
  })
}

/** What a Spot price is at `now`, of what it usually is. */
function moveOf(pool: string, now: number, { everyMs, driftMs, most }: PriceMoves): number {
  const drifts = (Math.floor(now / everyMs) * everyMs) / driftMs
  const begun = Math.floor(drifts)
  const from = fractionOf(`${pool}/${begun}`)
  const to = fractionOf(`${pool}/${begun + 1}`)
  return 1 + most * (2 * (from + (drifts - begun) * (to - from)) - 1)
}

export const offeringsOf = (api: AccountApi): Offerings => ({
  list: () =>
    api.call(
      'ec2:DescribeInstanceTypes',
      {
        alsoNeeds: [
          { action: 'ec2:DescribeInstanceTypeOfferings' },
          { action: 'ec2:DescribeSpotPriceHistory' },
        ],
      },
      () => {
        const { state } = api.world
        return allOfferings(api.world).filter((offering) => !state.emptyPools.includes(poolOf(offering)))
      },
    ),
})
