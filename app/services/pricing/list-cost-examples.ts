import { pricesAsOf, publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import type { Dependencies } from '../dependencies'
import { chargesFor } from './charges'
import type { EstimatedCharges } from './estimate-charges'
import { fargatePerHour } from './fargate'

/** How much less Spot costs in the examples. AWS moves the real one all the time, by type and zone. */
const exampleSpotDiscount = 60

/** A team, with the instances that the planner launches for it and proves to be the cheapest (tests/site/cost-examples.test.ts). */
interface CostExample {
  name: string
  applications: { name: string; cpuCount: number; memoryMb: number; numProcesses: number }[]
  instances: Record<string, number>
}

const smallShop: CostExample = {
  name: 'A small shop',
  instances: { 't4g.medium': 1 },
  applications: [
    { name: 'Web', cpuCount: 0.5, memoryMb: 1_000, numProcesses: 2 },
    { name: 'Worker', cpuCount: 0.25, memoryMb: 500, numProcesses: 1 },
  ],
}
const growingTeam: CostExample = {
  name: 'A growing team',
  instances: { 't4g.2xlarge': 2, 't4g.medium': 5 },
  applications: [
    { name: 'Web', cpuCount: 1, memoryMb: 2_000, numProcesses: 6 },
    { name: 'API', cpuCount: 2, memoryMb: 4_000, numProcesses: 4 },
    { name: 'Search', cpuCount: 2, memoryMb: 14_000, numProcesses: 2 },
    { name: 'Workers', cpuCount: 0.5, memoryMb: 1_000, numProcesses: 8 },
  ],
}

/** The bills of two example teams, worked out anew from the published prices. */
export const listCostExamples = (_dependencies: Dependencies) => ({
  pricesAsOf,
  spotDiscount: exampleSpotDiscount,
  examples: [smallShop, growingTeam].map(price),
})

const price = ({ name, applications, instances }: CostExample) => ({
  name,
  applications,
  charges: chargesOf(instances),
  fargatePerHour: fargatePerHour(applications),
})

function chargesOf(instances: CostExample['instances']): EstimatedCharges {
  const priced = Object.entries(instances).map(([instanceType, count]) => ({
    instanceType,
    count,
    pricePerHour: priceOf(instanceType),
  }))
  const onDemandPerHour = priced.reduce((sum, { count, pricePerHour }) => sum + count * pricePerHour, 0)
  return { instances: priced, ...chargesFor(onDemandPerHour, exampleSpotDiscount) }
}

function priceOf(name: string): number {
  const type = publishedInstanceTypes.find(({ instanceType }) => instanceType === name)
  if (!type) throw new Error(`AWS publishes no price of ${name}.`)
  return type.onDemandPricePerHour
}

/** Savings in the larger example, for the home page: USD an hour of its instances, and of Fargate for the same. */
export function findSavings(_dependencies: Dependencies) {
  const { applications, charges, fargatePerHour } = price(growingTeam)
  if (fargatePerHour === undefined) return undefined
  const { onDemandPerHour, spotPerHour } = charges
  return {
    spotDiscount: exampleSpotDiscount,
    numProcesses: applications.reduce((sum, { numProcesses }) => sum + numProcesses, 0),
    onDemandPerHour,
    spotPerHour,
    fargatePerHour,
  }
}

export type Savings = NonNullable<ReturnType<typeof findSavings>>
