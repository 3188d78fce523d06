import { createHash } from 'node:crypto'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'
import { poolOf, type Pool } from '../../core/catalogue/pool'
import { markets } from '../../core/resources/environment'
import type { Offering, Offerings } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { WorldState } from '../state'

export const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c']

/** From 0 to 1, always the same for the same text. */
const fractionOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** Spot costs 30 to 45 percent of on-demand, steadily by type and zone, in USD an hour. */
function usualPrice(pool: Pool, onDemandPrice: number): number {
  if (pool.market === 'on-demand') return onDemandPrice
  const fraction = 0.3 + 0.15 * fractionOf(`${pool.instanceType}/${pool.zone}`)
  return Math.round(onDemandPrice * fraction * 10_000) / 10_000
}

/** By the name of the pool. Worked out once: each controller asks at every pass. */
const usualOfferings: readonly (readonly [string, Offering])[] = publishedInstanceTypes.flatMap(
  ({ instanceType, vcpu, memoryMib, onDemandPricePerHour }) =>
    zones.flatMap((zone) =>
      markets.map((market) => {
        const pool = { instanceType, zone, market }
        const pricePerHour = usualPrice(pool, onDemandPricePerHour)
        return [poolOf(pool), { ...pool, pricePerHour, vcpu, memoryMib, penalty: 0 }] as const
      }),
    ),
)

/** Everything on sale, whether there is capacity or not. */
export const allOfferings = ({ prices }: WorldState): Offering[] =>
  usualOfferings.map(([pool, offering]) => ({
    ...offering,
    pricePerHour: prices[pool] ?? offering.pricePerHour,
  }))

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
        return allOfferings(state).filter((offering) => !state.emptyPools.includes(poolOf(offering)))
      },
    ),
})
