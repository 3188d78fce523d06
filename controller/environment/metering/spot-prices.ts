import { isSamePool } from '../../../core/catalogue/pool'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import { hourMilliseconds } from '../../../core/time/durations'

/**
 * Takes over what Spot costs, in place, once in each later hour of an instance: AWS bills the price at the beginning of that hour for all of it. A pool
 * that is not offered at the moment leaves the price as it was.
 *
 * @param lookedEpoch of the look before, in milliseconds; 0 for none
 */
export function takeSpotPrices(
  instances: InstanceStatus[],
  offerings: readonly Offering[],
  { now, lookedEpoch }: { now: number; lookedEpoch: number },
): void {
  for (const instance of instances) {
    const { market, launchedEpoch = 0 } = instance
    // In its first hour, it costs what it was chosen for.
    const hourAt = (epoch: number) => Math.floor(Math.max(0, epoch - launchedEpoch) / hourMilliseconds)
    if (market !== 'spot' || hourAt(lookedEpoch) === hourAt(now)) continue
    const price = offerings.find((one) => isSamePool(one, instance))?.pricePerHour
    if (price !== undefined) instance.marketPricePerHour = price
  }
}
