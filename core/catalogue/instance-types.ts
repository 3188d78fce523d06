import published from './ec2-us-east-1-arm64.json' with { type: 'json' }

/** An instance type as AWS publishes it. */
export interface PublishedInstanceType {
  instanceType: string
  vcpu: number
  /** In 1,048,576 bytes. */
  memoryMib: number
  /** USD an hour, on-demand, Linux. */
  onDemandPricePerHour: number
}

/** Every type that SDO launches, in this region, at the prices of `pricesAsOf`. */
export const publishedInstanceTypes: readonly PublishedInstanceType[] = published.instanceTypes.map(
  ({ instanceType, vcpu, memoryMiB, onDemandUsdPerHour }) => ({
    instanceType,
    vcpu,
    memoryMib: memoryMiB,
    onDemandPricePerHour: onDemandUsdPerHour,
  }),
)

/** The day of the prices, as `2026-01-31`. */
export const pricesAsOf = published.pricesAsOf
