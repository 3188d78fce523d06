import { loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import { totalPerHour, type Estimate } from './estimate'

/** SDO's charge once charges take effect, as a share of the on-demand hourly rate of the instances, Spot or not. */
export const feeShare = 0.05

/** How long each team uses SDO without charge once charges take effect. */
export const freeTrialDays = 30

/** USD an hour on one market, before traffic and logs. */
export interface MarketCharges extends Estimate {
  loadBalancersPerHour: number
  totalPerHour: number
  /** SDO's own, beside AWS's. */
  feePerHour: number
}

/** What AWS charges, and SDO later. */
export interface Charges {
  onDemand: MarketCharges
  spot: MarketCharges
}

/** What instances cost with load balancers, at prices that are `discountPercentage` below those of on-demand. */
export function marketCharges(
  estimate: Estimate,
  { discountPercentage, numLoadBalancers }: { discountPercentage: number; numLoadBalancers: number },
): MarketCharges {
  const loadBalancersPerHour = numLoadBalancers * loadBalancerWithAddressesPerHour
  return {
    ...estimate,
    loadBalancersPerHour,
    totalPerHour: totalPerHour(estimate) + loadBalancersPerHour,
    feePerHour: (estimate.pricesPerHour / (1 - discountPercentage / 100)) * feeShare,
  }
}

/** Prices of instance types that are lower, as Spot's. */
export const discounted = <Type extends { onDemandPricePerHour: number }>(
  types: readonly Type[],
  percentage: number,
): Type[] =>
  types.map((type) => ({ ...type, onDemandPricePerHour: type.onDemandPricePerHour * (1 - percentage / 100) }))

/** The sum of prices, or undefined if one of them is not known. */
export const sumOfKnown = (prices: (number | undefined)[]): number | undefined =>
  prices.reduce<number | undefined>(
    (sum, price) => (sum === undefined || price === undefined ? undefined : sum + price),
    0,
  )
