import { pricesAsOf } from '../../../core/catalogue/instance-types'
import type { Dependencies } from '../dependencies'
import { estimateCharges } from './estimate-charges'
import { fargatePerHour } from './fargate'

/** How much less Spot costs in the examples. AWS moves the real one all the time, by type and zone. */
const exampleSpotDiscount = 60

const smallShop = {
  name: 'A small shop',
  applications: [
    { name: 'Web', cpuCount: 0.5, memoryMb: 1_000, numProcesses: 2 },
    { name: 'Worker', cpuCount: 0.25, memoryMb: 500, numProcesses: 1 },
  ],
}
const growingTeam = {
  name: 'A growing team',
  applications: [
    { name: 'Web', cpuCount: 1, memoryMb: 2_000, numProcesses: 6 },
    { name: 'API', cpuCount: 2, memoryMb: 4_000, numProcesses: 4 },
    { name: 'Search', cpuCount: 2, memoryMb: 14_000, numProcesses: 2 },
    { name: 'Workers', cpuCount: 0.5, memoryMb: 1_000, numProcesses: 8 },
  ],
}

/** The bills of two example teams, worked out anew from the published prices. */
export const listCostExamples = (dependencies: Dependencies) => ({
  pricesAsOf,
  spotDiscount: exampleSpotDiscount,
  examples: [smallShop, growingTeam].map((example) => price(dependencies, example)),
})

const price = (dependencies: Dependencies, { name, applications }: typeof growingTeam) => ({
  name,
  applications,
  charges: estimateCharges(dependencies, { applications, spotDiscount: exampleSpotDiscount }),
  fargatePerHour: fargatePerHour(applications),
})

/** What SDO saves in the larger example, for the home page: USD an hour of its instances and of the same as tasks of Fargate. */
export function findSavings(dependencies: Dependencies) {
  const { applications, charges, fargatePerHour } = price(dependencies, growingTeam)
  if (fargatePerHour === undefined) return undefined
  const { onDemandPerHour, spotPerHour } = charges
  return {
    spotDiscount: exampleSpotDiscount,
    numProcesses: applications.reduce((sum, { numProcesses }) => sum + numProcesses, 0),
    ...{ onDemandPerHour, spotPerHour, fargatePerHour },
  }
}

export type Savings = NonNullable<ReturnType<typeof findSavings>>
