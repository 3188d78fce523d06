import { describe, expect, it } from 'vitest'
import type { Dependencies } from '../../app/services/dependencies'
import { findSavings, listCostExamples } from '../../app/services/pricing/list-cost-examples'
import { createPlanner } from '../../controller/planner/planner'
import { instanceOverhead } from '../../core/catalogue/instance-room'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'

// Prices are published ones, and ask for nothing.
const noDependencies = {} as Dependencies
const { examples, spotDiscount } = listCostExamples(noDependencies)

/** All that SDO may launch, where Spot costs as much less as the page assumes. */
const offeringsIn = (market: 'on-demand' | 'spot') =>
  publishedInstanceTypes.map(({ instanceType, vcpu, memoryMib, onDemandPricePerHour }) => ({
    ...{ instanceType, vcpu, memoryMib, market, zone: 'us-east-1a', penalty: 0 },
    pricePerHour: market === 'spot' ? onDemandPricePerHour * (1 - spotDiscount / 100) : onDemandPricePerHour,
  }))

describe('what the site says an example costs', () => {
  it.each(
    examples.flatMap((example) => [
      { ...example, market: 'on-demand' as const, perHour: example.charges.onDemandPerHour },
      { ...example, market: 'spot' as const, perHour: example.charges.spotPerHour },
    ]),
  )(
    'is what the planner launches and proves to be the least: $name, $market',
    async ({ applications, charges, market, perHour }) => {
      const plan = (await createPlanner({ now: () => 0 }))({
        spotStrategy: market === 'spot' ? 'ALL' : 'NONE',
        applications: applications.map(({ name, cpuCount, memoryMb, numProcesses }) => ({
          ...{ name, memoryMb, cpu: cpuCount, count: numProcesses },
        })),
        offerings: offeringsIn(market),
        overhead: instanceOverhead,
      })
      expect(plan.unplaced).toEqual([])
      expect(plan.provenOptimal).toBe(true)
      expect(plan.costPerHour).toBeCloseTo(perHour, 9)
      const launched = plan.instances.map(({ instanceType }) => instanceType)
      expect(launched.sort()).toEqual(
        charges.instances
          .flatMap(({ instanceType, count }) => Array<string>(count).fill(instanceType))
          .sort(),
      )
    },
  )

  it('is on the home page as well', () => {
    const { spotPerHour, onDemandPerHour } = examples[1]?.charges ?? {}
    expect(findSavings(noDependencies)).toMatchObject({ spotPerHour, onDemandPerHour, numProcesses: 20 })
  })
})
