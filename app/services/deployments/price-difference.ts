import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import type { Difference } from '../../../core/deployment/difference'
import type { ApplicationSpec } from '../../../core/resources/application'
import { estimateCost, totalPerHour } from '../pricing/estimate'

/** USD an hour of a packing that works, on-demand, all that AWS charges but for traffic and logs: what it costs at most. */
export const priceDifferenceSchema = z.object({ before: z.number(), after: z.number() })
export type PriceDifference = z.infer<typeof priceDifferenceSchema>

/**
 * The effect of a difference on the cost, at AWS's published prices; undefined where nothing that costs differs, or a process is too large
 * for every instance.
 */
export function priceDifference({ applications }: Difference): PriceDifference | undefined {
  const { before, after } = costingsOf(applications)
  if (isDeepStrictEqual(before, after)) return undefined
  const prices = pricesOf(before, after)
  return prices?.before === prices?.after ? undefined : prices
}

/** The cost before and after, also where it stays the same; undefined where a process is too large for every instance. */
export function pricesAround({ applications }: Difference): PriceDifference | undefined {
  const { before, after } = costingsOf(applications)
  return pricesOf(before, after)
}

const costingsOf = (applications: Difference['applications']) => ({
  before: costingOf(applications.flatMap((one) => one.before ?? [])),
  after: costingOf(applications.flatMap((one) => one.after ?? [])),
})

function pricesOf(before: Costing, after: Costing): PriceDifference | undefined {
  const was = priceOf(before)
  const is = isDeepStrictEqual(before, after) ? was : priceOf(after)
  return was === undefined || is === undefined ? undefined : { before: was, after: is }
}

type Costing = ReturnType<typeof costingOf>

/** The parts of applications that cost anything, in the order of their ids. */
const costingOf = (applications: ApplicationSpec[]) => ({
  numLoadBalancers: applications.reduce((sum, { ports }) => sum + ports.length, 0),
  processes: applications
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.applicationId < b.applicationId ? -1 : 1))
    .map(({ cpu, memoryMb, count }) => ({ cpu, memoryMb, count })),
})

function priceOf({ processes, numLoadBalancers }: Costing): number | undefined {
  const instances = estimateCost(processes, publishedInstanceTypes)
  return instances && totalPerHour(instances) + numLoadBalancers * loadBalancerWithAddressesPerHour
}
