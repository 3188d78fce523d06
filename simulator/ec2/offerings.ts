import { createHash } from 'node:crypto'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'
import { poolOf, type Pool } from '../../core/catalogue/pool'
import { markets } from '../../core/resources/environment'
import type { Offering, Offerings } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { ZoneProfile } from '../profiles/profile'
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
  const { everyMs = Infinity, most = 0 } = profile.spotPrices ?? {}
  const period = Math.floor(clock.now() / everyMs)
  /** What a Spot price is now, of what it usually is. */
  const move = (pool: string) => 1 + most * (2 * fractionOf(`${pool}/${period}`) - 1)
  return offerings.map(([pool, offering]) => {
    const isMoving = most > 0 && offering.market === 'spot'
    const present = isMoving ? toPrice(offering.pricePerHour * move(pool)) : offering.pricePerHour
    return { ...offering, pricePerHour: state.prices[pool] ?? present }
  })
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
