import { expect, it } from 'vitest'
import { loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import { marketCharges } from './charges'

const others = { instances: [], surplusPerHour: 0.25, addressesAndDisksPerHour: 0.5 }

it('SDO takes five percent of the on-demand price of the instances, whatever Spot costs, and of nothing else', () => {
  const onDemand = marketCharges(
    { ...others, pricesPerHour: 2 },
    { discountPercentage: 0, numLoadBalancers: 3 },
  )
  const spot = marketCharges(
    { ...others, pricesPerHour: 0.5 },
    { discountPercentage: 75, numLoadBalancers: 3 },
  )
  expect([onDemand.feePerHour, spot.feePerHour]).toEqual([0.1, 0.1])
  const loadBalancers = 3 * loadBalancerWithAddressesPerHour
  expect(onDemand.totalPerHour).toBeCloseTo(2.75 + loadBalancers, 9)
  expect(spot.totalPerHour).toBeCloseTo(1.25 + loadBalancers, 9)
})
