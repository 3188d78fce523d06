import { instancePerHour, surplusPerHour } from '../../../core/charges/charges'
import { pricesAsOf, publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import type { Dependencies } from '../dependencies'
import { discounted, marketCharges, type Charges } from './charges'
import { mergeEstimates, type EstimatedApplication } from './estimate'
import { fargatePerHour } from './fargate'

/** How much less Spot costs in the examples. AWS moves the real one all the time, by type and zone. */
const exampleSpotDiscount = 60

/** An instance, and how many processes of each application run on it. */
interface PlannedInstance {
  instanceType: string
  processes: Record<string, number>
}

/** A team, with what the planner launches in a new environment of it on each market, and proves to be the cheapest (tests/site/cost-examples.test.ts). */
interface CostExample {
  name: string
  applications: (EstimatedApplication & { name: string })[]
  plans: Record<keyof Charges, PlannedInstance[]>
}

const smallShop: CostExample = {
  name: 'A small shop',
  applications: [
    { name: 'Web', cpu: 0.5, memoryMb: 1_000, count: 2 },
    { name: 'Worker', cpu: 0.25, memoryMb: 500, count: 1 },
  ],
  plans: {
    onDemand: [
      { instanceType: 'c6g.medium', processes: { Web: 1, Worker: 1 } },
      { instanceType: 't4g.small', processes: { Web: 1 } },
    ],
    spot: [
      { instanceType: 'c6g.medium', processes: { Web: 1, Worker: 1 } },
      { instanceType: 'c6g.medium', processes: { Web: 1 } },
    ],
  },
}
const halfOfIt: PlannedInstance = {
  instanceType: 'm6g.2xlarge',
  processes: { Search: 1, Web: 1, API: 2, Workers: 1 },
}
const growingPlan: PlannedInstance[] = [
  halfOfIt,
  halfOfIt,
  { instanceType: 'c6g.2xlarge', processes: { Web: 4, Workers: 6 } },
]
const growingTeam: CostExample = {
  name: 'A growing team',
  applications: [
    { name: 'Web', cpu: 1, memoryMb: 2_000, count: 6 },
    { name: 'API', cpu: 2, memoryMb: 4_000, count: 4 },
    { name: 'Search', cpu: 2, memoryMb: 14_000, count: 2 },
    { name: 'Workers', cpu: 0.5, memoryMb: 1_000, count: 8 },
  ],
  plans: {
    onDemand: growingPlan,
    spot: growingPlan,
  },
}

/** The bills of two example teams, worked out anew from the published prices. */
export const listCostExamples = (_dependencies: Dependencies) => ({
  pricesAsOf,
  spotDiscount: exampleSpotDiscount,
  examples: [smallShop, growingTeam].map(price),
})

const price = (example: CostExample) => ({
  name: example.name,
  applications: example.applications,
  charges: {
    onDemand: chargesOf(example, 'onDemand', 0),
    spot: chargesOf(example, 'spot', exampleSpotDiscount),
  } satisfies Charges,
  fargatePerHour: fargatePerHour(example.applications),
})

function chargesOf({ applications, plans }: CostExample, market: keyof Charges, discountPercentage: number) {
  const types = discounted(publishedInstanceTypes, discountPercentage)
  const estimates = plans[market].map(({ instanceType, processes }) => {
    const type = types.find((one) => one.instanceType === instanceType)
    if (!type) throw new Error(`AWS publishes no price of ${instanceType}.`)
    const pricePerHour = type.onDemandPricePerHour
    const cores = applications.reduce((sum, { name, cpu }) => sum + cpu * (processes[name] ?? 0), 0)
    return {
      instances: [{ instanceType, count: 1, pricePerHour }],
      pricesPerHour: pricePerHour,
      surplusPerHour: surplusPerHour(type, cores),
      addressesAndDisksPerHour: instancePerHour,
    }
  })
  return marketCharges(mergeEstimates(estimates), { discountPercentage, numLoadBalancers: 0 })
}

/** Savings in the larger example, for the home page: USD an hour before traffic, and of Fargate for the same. */
export function findSavings(_dependencies: Dependencies) {
  const { applications, charges, fargatePerHour } = price(growingTeam)
  if (fargatePerHour === undefined) return undefined
  return {
    spotDiscount: exampleSpotDiscount,
    numProcesses: applications.reduce((sum, { count }) => sum + count, 0),
    onDemandPerHour: charges.onDemand.totalPerHour,
    spotPerHour: charges.spot.totalPerHour,
    fargatePerHour,
  }
}

export type Savings = NonNullable<ReturnType<typeof findSavings>>
