import { describe, expect, it } from 'vitest'
import type { Dependencies } from '../../app/services/dependencies'
import { estimateCost, totalPerHour } from '../../app/services/pricing/estimate'
import { findSavings, listCostExamples } from '../../app/services/pricing/list-cost-examples'
import type { GoesOnWithout } from '../../core/resources/environment'
import { environmentChoices } from '../../core/environment/choices'
import { createPlanner } from '../../controller/planner/planner'
import { instanceOverhead } from '../../core/catalogue/figures'
import { instancePerHour, surplusChargeOf } from '../../core/charges/charges'
import { publishedInstanceTypes } from '../../core/catalogue/instance-types'
import { seededRandom } from '../builders/seeded-random'

// Prices are published ones, and ask for nothing.
const noDependencies = {} as Dependencies
const { examples, spotDiscount } = listCostExamples(noDependencies)

/** All that SDO may launch, where Spot costs as much less as the page assumes. */
const offeringsIn = (market: 'on-demand' | 'spot', zone: string) =>
  publishedInstanceTypes.map(({ instanceType, vcpu, memoryMib, onDemandPricePerHour }) => ({
    instanceType,
    vcpu,
    memoryMib,
    ...surplusChargeOf({ instanceType, vcpu }),
    market,
    zone,
    penalty: 0,
    pricePerHour: market === 'spot' ? onDemandPricePerHour * (1 - spotDiscount / 100) : onDemandPricePerHour,
  }))

/** What the planner launches for `applications` where nothing runs yet. */
async function planFor(
  applications: { name: string; cpu: number; memoryMb: number; count: number }[],
  market: 'on-demand' | 'spot',
  goesOnWithout: GoesOnWithout = 'NOTHING',
) {
  const plan = (await createPlanner({ now: () => 0 }))({
    spotStrategy: market === 'spot' ? 'ALL' : 'NONE',
    applications,
    goesOnWithout,
    offerings: ['us-east-1a', 'us-east-1b'].flatMap((zone) => offeringsIn(market, zone)),
    overhead: instanceOverhead,
    instancePerHour,
  })
  expect(plan.unplaced).toEqual([])
  return plan
}

/** One to four applications as teams have them. */
function drawMix(random: () => number) {
  const pick = (values: readonly number[]) => values[Math.floor(random() * values.length)] ?? 1
  return Array.from({ length: pick([1, 2, 3, 4]) }, (_, index) => ({
    name: `application ${index}`,
    cpu: pick([0.1, 0.25, 0.5, 1, 2]),
    memoryMb: pick([128, 256, 500, 1000, 2000, 4000]),
    count: pick([1, 2, 3, 4, 8]),
  }))
}

describe('what the site says an example costs', () => {
  it.each(
    examples.flatMap((example) => [
      { ...example, market: 'on-demand' as const, charges: example.charges.onDemand },
      { ...example, market: 'spot' as const, charges: example.charges.spot },
    ]),
  )(
    'is what the planner launches and proves to be the least: $name, $market',
    async ({ applications, charges, market }) => {
      const plan = await planFor(applications, market, environmentChoices.goesOnWithout.created.value)
      expect(plan.provenOptimal).toBe(true)
      expect(plan.costPerHour).toBeCloseTo(charges.totalPerHour, 9)
      const launched = plan.instances.map(({ instanceType }) => instanceType)
      expect(launched.sort()).toEqual(
        charges.instances
          .flatMap(({ instanceType, count }) => Array<string>(count).fill(instanceType))
          .sort(),
      )
    },
  )

  it('is on the home page as well', () => {
    const { spot, onDemand } = examples[1]?.charges ?? {}
    expect(findSavings(noDependencies)).toMatchObject({
      spotPerHour: spot?.totalPerHour,
      onDemandPerHour: onDemand?.totalPerHour,
      numProcesses: 20,
    })
  })
})

describe('the estimate of the calculator', () => {
  it.each(['NOTHING', 'INSTANCE', 'ZONE'] as const)(
    'is never below what the planner pays, the same for most mixes, and at most half above it: going on without %s',
    async (goesOnWithout) => {
      const random = seededRandom(1)
      const ratios: number[] = []
      for (let mix = 0; mix < 40; mix++) {
        const applications = drawMix(random)
        const estimate = estimateCost(applications, publishedInstanceTypes, goesOnWithout)
        const { costPerHour } = await planFor(applications, 'on-demand', goesOnWithout)
        ratios.push((estimate ? totalPerHour(estimate) : 0) / costPerHour)
      }
      for (const ratio of ratios) {
        expect(ratio).toBeGreaterThan(1 - 1e-9)
        expect(ratio).toBeLessThan(3 / 2 + 1e-9)
      }
      expect(ratios.filter((ratio) => ratio < 1 + 1e-9).length).toBeGreaterThan(ratios.length / 2)
    },
  )
})
