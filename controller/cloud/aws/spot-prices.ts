import { paginateDescribeSpotPriceHistory, type EC2Client } from '@aws-sdk/client-ec2'
import { everyItem } from './bounded-answers'
import { inFilterBatches } from './answers'

interface SpotPrices {
  /** USD an hour, or undefined if the type is not sold as Spot in the zone. */
  get(instanceType: string, zone: string): number | undefined
}

/** The Spot prices of Linux at `when`: AWS then answers with the latest price of each type and zone. */
export async function listSpotPrices(
  ec2: EC2Client,
  instanceTypes: string[],
  when: Date,
): Promise<SpotPrices> {
  const latest = new Map<string, { price: number; epoch: number }>()
  const keyOf = (instanceType: string, zone: string) => `${instanceType}/${zone}`
  for (const batch of inFilterBatches(instanceTypes)) {
    const request = {
      StartTime: when,
      ProductDescriptions: ['Linux/UNIX'],
      Filters: [{ Name: 'instance-type', Values: batch }],
    }
    const pages = paginateDescribeSpotPriceHistory({ client: ec2 }, request)
    const history = await everyItem(pages, ({ SpotPriceHistory }) => SpotPriceHistory)
    for (const { InstanceType = '', AvailabilityZone = '', SpotPrice, Timestamp } of history) {
      const key = keyOf(InstanceType, AvailabilityZone)
      const price = Number(SpotPrice)
      const epoch = Timestamp?.getTime() ?? 0
      if (price > 0 && Number.isFinite(price) && epoch >= (latest.get(key)?.epoch ?? 0))
        latest.set(key, { price, epoch })
    }
  }
  return { get: (instanceType, zone) => latest.get(keyOf(instanceType, zone))?.price }
}
