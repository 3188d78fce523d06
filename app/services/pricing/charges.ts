/** SDO's charge once charges take effect, as a share of the on-demand hourly rate of the instances, Spot or not. */
export const feeShare = 0.05

/** How long each team uses SDO without charge once charges take effect. */
export const freeTrialDays = 30

export interface Charges {
  onDemandPerHour: number
  spotPerHour: number
  feePerHour: number
}

/** USD an hour of instances that cost `onDemandPerHour`, if Spot costs `spotDiscountPercentage` less. */
export const chargesFor = (onDemandPerHour: number, spotDiscountPercentage: number): Charges => ({
  onDemandPerHour,
  spotPerHour: onDemandPerHour * (1 - spotDiscountPercentage / 100),
  feePerHour: onDemandPerHour * feeShare,
})

/** The sum of prices, or undefined if one of them is not known. */
export const sumOfKnown = (prices: (number | undefined)[]): number | undefined =>
  prices.reduce<number | undefined>(
    (sum, price) => (sum === undefined || price === undefined ? undefined : sum + price),
    0,
  )
