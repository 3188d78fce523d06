import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { mostProcessesOf } from '../../../core/application/scaling-bounds'
import { loadBalancersPerHour } from '../../../core/environment/load-balancers-for'
import type { Difference } from '../../../core/deployment/difference'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { GoesOnWithout, LoadBalancing } from '../../../core/resources/environment'
import { estimateCost, totalPerHour } from '../pricing/estimate'
import type { PriceDifference } from './change-effects-views'

/**
 * The effect of a difference on the cost, at AWS's published prices; undefined where nothing that costs differs, or a process is too large
 * for every instance.
 */
export function priceDifference(
  { applications }: Difference,
  environment: Place,
): PriceDifference | undefined {
  const { before, after } = costingsOf(applications, environment)
  if (isDeepStrictEqual(before, after)) return undefined
  const prices = pricesOf(before, after)
  return prices?.before === prices?.after ? undefined : prices
}

/** The cost before and after, also where it stays the same; undefined where a process is too large for every instance. */
export function pricesAround({ applications }: Difference, environment: Place): PriceDifference | undefined {
  const { before, after } = costingsOf(applications, environment)
  return pricesOf(before, after)
}

/**
 * The cost of the same contents and after each of several changes to them. Between two estimates others have their turn: one may take 80 ms.
 *
 * @returns USD an hour in the order of `afters`; undefined where a process is too large for every instance
 */
export async function pricesOfEach(
  before: ApplicationSpec[],
  afters: ApplicationSpec[][],
  environment: Place,
): Promise<(PriceDifference | undefined)[]> {
  const was = priceOf(costingOf(before, environment))
  const prices: (PriceDifference | undefined)[] = []
  for (const after of afters) {
    await nextTurn()
    const is = priceOf(costingOf(after, environment))
    prices.push(was === undefined || is === undefined ? undefined : { before: was, after: is })
  }
  return prices
}

/** Where it is deployed: ports cost by the load balancers that they have there, and processes that must not break together more. */
interface Place {
  loadBalancing: LoadBalancing
  goesOnWithout: GoesOnWithout
}

const costingsOf = (applications: Difference['applications'], place: Place) => ({
  before: costingOf(
    applications.flatMap((one) => (one.before ? atMost(one.before) : [])),
    place,
  ),
  after: costingOf(
    applications.flatMap((one) => (one.after ? atMost(one.after) : [])),
    place,
  ),
})

/** An application that is scaled costs at most what all its processes do. */
const atMost = (application: ApplicationSpec): ApplicationSpec => ({
  ...application,
  count: mostProcessesOf(application),
})

function pricesOf(before: Costing, after: Costing): PriceDifference | undefined {
  const was = priceOf(before)
  const is = isDeepStrictEqual(before, after) ? was : priceOf(after)
  return was === undefined || is === undefined ? undefined : { before: was, after: is }
}

type Costing = ReturnType<typeof costingOf>

/** How many ports applications expose together. */
export const numPortsOf = (applications: Pick<ApplicationSpec, 'ports'>[]): number =>
  applications.reduce((sum, { ports }) => sum + ports.length, 0)

/** The parts of applications that cost anything, in the order of their ids. */
const costingOf = (applications: ApplicationSpec[], { loadBalancing, goesOnWithout }: Place) => ({
  goesOnWithout,
  loadBalancersPerHour: loadBalancersPerHour(numPortsOf(applications), loadBalancing),
  processes: applications
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.applicationId < b.applicationId ? -1 : 1))
    .map(({ cpu, memoryMb, count }) => ({ cpu, memoryMb, count })),
})

function priceOf({ processes, loadBalancersPerHour, goesOnWithout }: Costing): number | undefined {
  const instances = estimateCost(processes, publishedInstanceTypes, goesOnWithout)
  return instances && totalPerHour(instances) + loadBalancersPerHour
}
