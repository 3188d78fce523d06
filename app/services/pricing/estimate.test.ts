import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instanceOverhead, megabytesPerMebibyte } from '../../../core/catalogue/figures'
import { publishedInstanceTypes, type PublishedInstanceType } from '../../../core/catalogue/instance-types'
import { instancePerHour, surplusChargeOf } from '../../../core/charges/charges'
import { estimateCost, totalPerHour, type EstimatedApplication } from './estimate'

const anyApplication: fc.Arbitrary<EstimatedApplication> = fc.record({
  cpu: fc.integer({ min: 1, max: 16_000 }).map((thousandths) => thousandths / 1000),
  memoryMb: fc.integer({ min: 1, max: 64_000 }),
  count: fc.integer({ min: 1, max: 500 }),
})
const anyApplications = fc.array(anyApplication, { minLength: 1, maxLength: 8 })

const roomOf = ({ vcpu, memoryMib }: PublishedInstanceType) => ({
  cpu: vcpu - instanceOverhead.cpu,
  memoryMb: memoryMib * megabytesPerMebibyte - instanceOverhead.memoryMb,
})
const resources = ['cpu', 'memoryMb'] as const

const requireEstimate = (applications: EstimatedApplication[]) => {
  const estimate = estimateCost(applications, publishedInstanceTypes)
  if (!estimate) throw new Error('Every process of these tests fits on an instance.')
  return estimate
}

const typeCalled = (name: string) => {
  const type = publishedInstanceTypes.find(({ instanceType }) => instanceType === name)
  if (!type) throw new Error(`${name} is not published.`)
  return type
}

/** What all processes would cost if the cheapest room could be bought by the byte and by the cycle, with all of its CPU in the price. */
const fractionalBound = (applications: EstimatedApplication[]): number =>
  Math.max(
    ...resources.map((resource) => {
      const wanted = applications.reduce((sum, one) => sum + one[resource] * one.count, 0)
      const prices = publishedInstanceTypes.map((type) => type.onDemandPricePerHour / roomOf(type)[resource])
      return wanted * Math.min(...prices.filter((price) => price > 0))
    }),
  )

describe('the estimate', () => {
  it('is never below what the processes cost if instances could be cut to size', () => {
    fc.assert(
      fc.property(anyApplications, (applications) => {
        const total = totalPerHour(requireEstimate(applications))
        expect(total).toBeGreaterThanOrEqual(fractionalBound(applications) - 1e-9)
      }),
    )
  })

  it('buys room for everything, at the published prices', () => {
    fc.assert(
      fc.property(anyApplications, (applications) => {
        const estimate = requireEstimate(applications)
        const { instances } = estimate
        for (const resource of resources) {
          const wanted = applications.reduce((sum, one) => sum + one[resource] * one.count, 0)
          const bought = instances.reduce(
            (sum, { instanceType, count }) => sum + count * roomOf(typeCalled(instanceType))[resource],
            0,
          )
          expect(bought).toBeGreaterThanOrEqual(wanted - 1e-6)
        }
        const bill = instances.reduce(
          (sum, { instanceType, count }) => sum + count * typeCalled(instanceType).onDemandPricePerHour,
          0,
        )
        expect(estimate.pricesPerHour).toBeCloseTo(bill, 6)
        const count = instances.reduce((sum, one) => sum + one.count, 0)
        expect(estimate.addressesAndDisksPerHour).toBeCloseTo(count * instancePerHour, 6)
      }),
    )
  })

  it('of one application has room for each of its processes whole', () => {
    fc.assert(
      fc.property(anyApplication, (application) => {
        const held = requireEstimate([application]).instances.reduce((sum, { instanceType, count }) => {
          const room = roomOf(typeCalled(instanceType))
          const perInstance = Math.min(...resources.map((one) => room[one] / application[one]))
          return sum + count * Math.floor(perInstance + 1e-9)
        }, 0)
        expect(held).toBeGreaterThanOrEqual(application.count)
      }),
    )
  })

  it('of several applications is at most what they cost apart, and not less than any of them', () => {
    fc.assert(
      fc.property(anyApplications, (applications) => {
        const together = totalPerHour(requireEstimate(applications))
        const apart = applications.map((one) => totalPerHour(requireEstimate([one])))
        expect(together).toBeLessThanOrEqual(apart.reduce((sum, one) => sum + one, 0) + 1e-9)
        for (const one of applications) expect(together).toBeGreaterThanOrEqual(fractionalBound([one]) - 1e-9)
      }),
    )
  })

  it('of two or more processes that are to survive a loss has two instances or more; of one nothing changes', () => {
    const survives = fc.constantFrom('INSTANCE' as const, 'ZONE' as const)
    fc.assert(
      fc.property(anyApplication, survives, (application, goesOnWithout) => {
        const { instances = [] } = estimateCost([application], publishedInstanceTypes, goesOnWithout) ?? {}
        const numInstances = instances.reduce((sum, { count }) => sum + count, 0)
        expect(numInstances).toBeGreaterThanOrEqual(Math.min(2, application.count))
        const one = [{ ...application, count: 1 }]
        expect(estimateCost(one, publishedInstanceTypes, goesOnWithout)).toEqual(requireEstimate(one))
      }),
    )
  })

  it('shares an instance between applications where that is cheaper', () => {
    const lean = { cpu: 1.5, memoryMb: 500, count: 1 }
    const heavy = { cpu: 0.2, memoryMb: 3000, count: 1 }
    const { instances, ...bill } = requireEstimate([lean, heavy])
    expect(instances).toEqual([{ instanceType: 'c6g.large', count: 1, pricePerHour: 0.068 }])
    expect(bill).toEqual({
      pricesPerHour: 0.068,
      surplusPerHour: 0,
      addressesAndDisksPerHour: instancePerHour,
    })
  })

  it('takes a burstable instance where what it is charged for above its baseline is cheaper', () => {
    const idle = { cpu: 0.3, memoryMb: 1000, count: 1 }
    const { instances, surplusPerHour } = requireEstimate([idle])
    expect(instances.map(({ instanceType }) => instanceType)).toEqual(['t4g.small'])
    expect(surplusPerHour).toBe(0)
    const { baselineVcpu = 0 } = surplusChargeOf({ instanceType: 't4g.small', vcpu: 2 })
    const more = requireEstimate([{ ...idle, cpu: 0.5 }])
    expect(more.instances).toEqual(instances)
    expect(more.surplusPerHour).toBeCloseTo((0.5 + instanceOverhead.cpu - baselineVcpu) * 0.04, 9)
  })

  it('does not exist for a process that no instance holds', () => {
    const tooLarge = { cpu: 500, memoryMb: 1000, count: 1 }
    expect(estimateCost([tooLarge], publishedInstanceTypes)).toBeUndefined()
  })

  it('is nothing for nothing', () => {
    expect(requireEstimate([])).toMatchObject({ instances: [] })
    expect(totalPerHour(requireEstimate([]))).toBe(0)
  })
})
