import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import type { Clock } from '../../../core/time/clock'
import type { Offering, Offerings } from '../cloud'
import { listInstanceTypes, listZonesByType } from './instance-types'
import type { ClientsOf } from './role-sessions'
import { listSpotPrices } from './spot-prices'

/** Types and Spot prices move a few times a day, and asking takes many calls. */
export const freshMilliseconds = 30 * 60_000

/** USD an hour. A type without a published price is not offered: nobody could say what it costs. */
const onDemandPriceByType = new Map(
  publishedInstanceTypes.map(({ instanceType, onDemandPricePerHour }) => [
    instanceType,
    onDemandPricePerHour,
  ]),
)

export function createOfferings(clientsOf: ClientsOf, clock: Pick<Clock, 'now'>): Offerings {
  let known: { offerings: Offering[]; epoch: number } | undefined
  return {
    async list() {
      if (!known || clock.now() - known.epoch > freshMilliseconds)
        known = { offerings: await readOfferings(clientsOf, clock.now()), epoch: clock.now() }
      return known.offerings.map((offering) => ({ ...offering }))
    },
  }
}

async function readOfferings(clientsOf: ClientsOf, now: number): Promise<Offering[]> {
  const { ec2 } = await clientsOf()
  const types = await listInstanceTypes(ec2, [...onDemandPriceByType.keys()])
  const names = types.map(({ instanceType }) => instanceType)
  const zonesByType = await listZonesByType(ec2, names)
  const spotPrices = await listSpotPrices(ec2, names, new Date(now))
  return types.flatMap((type) =>
    (zonesByType.get(type.instanceType) ?? []).flatMap((zone): Offering[] => {
      const onDemandPrice = onDemandPriceByType.get(type.instanceType)
      const spotPrice = spotPrices.get(type.instanceType, zone)
      return [
        ...(onDemandPrice === undefined
          ? []
          : [{ ...type, zone, market: 'on-demand' as const, pricePerHour: onDemandPrice, penalty: 0 }]),
        ...(spotPrice === undefined
          ? []
          : [{ ...type, zone, market: 'spot' as const, pricePerHour: spotPrice, penalty: 0 }]),
      ]
    }),
  )
}
