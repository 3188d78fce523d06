import { describe, expect, it } from 'vitest'
import published from '../catalogue/ec2-us-east-1-arm64.json' with { type: 'json' }
import {
  charges,
  instancePerHour,
  isBurstable,
  loadBalancerWithAddressesPerHour,
  surplusChargeOf,
} from './charges'

describe('the charges of AWS', () => {
  it('each have a source and a day', () => {
    for (const { source, asOf } of Object.values(charges)) {
      expect(new URL(source).hostname).toMatch(/(^|\.)aws\.amazon\.com$/)
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  it('make an instance cost 6.05 USD and a load balancer 27.38 USD a month beside price and traffic', () => {
    expect(instancePerHour * 730).toBeCloseTo(0.005 * 730 + 30 * 0.08, 3)
    expect(loadBalancerWithAddressesPerHour * 730).toBeCloseTo(27.375, 9)
  })

  it('know the baseline of every burstable type that is launched, and of no other', () => {
    for (const { instanceType, burstable, vcpu } of published.instanceTypes) {
      expect(isBurstable(instanceType)).toBe(burstable)
      const { baselineVcpu } = surplusChargeOf({ instanceType, vcpu })
      if (burstable) expect(baselineVcpu).toBeGreaterThan(0)
      else expect(baselineVcpu).toBeUndefined()
    }
    expect(surplusChargeOf({ instanceType: 't4g.2xlarge', vcpu: 8 })).toEqual({
      baselineVcpu: 3.2,
      surplusPerVcpuHour: 0.04,
    })
    expect(surplusChargeOf({ instanceType: 'toString', vcpu: 2 })).toEqual({})
  })
})
