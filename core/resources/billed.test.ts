import { expect, it } from 'vitest'
import { billOf, linesOf } from '../charges/bill'
import { billedOf } from './billed'

const instance = (id: string, market: 'spot' | 'on-demand', pricePerHour: number, phase = 'Running') => ({
  clientToken: id,
  instanceId: id,
  instanceType: 't4g.small',
  zone: 'us-east-1a',
  market,
  pricePerHour,
  vcpu: 2,
  memoryMib: 2048,
  phase: phase as 'Running',
  lastSeenEpoch: 1,
})

it('splits what instances cost into Spot, on-demand and CPU above the baseline, and leaves out those that go', () => {
  const instances = [
    { ...instance('a', 'spot', 0.5), marketPricePerHour: 0.01 },
    instance('b', 'on-demand', 0.04),
    instance('c', 'spot', 0.01, 'Terminating'),
  ]
  const billed = billedOf({ costPerHour: 0.07, instances, loadBalancers: [] })
  expect(billed).toMatchObject({ instancesPerHour: 0.07, numInstances: 2 })
  expect(billed.split.spotPerHour).toBeCloseTo(0.01)
  expect(billed.split.surplusCpuPerHour).toBeCloseTo(0.02)
  expect(billedOf({ costPerHour: 0, instances, loadBalancers: [] }).split).toEqual({
    spotPerHour: 0,
    surplusCpuPerHour: 0,
  })
})

it('splits a bill into lines that add up to it', () => {
  const figures = { instancesPerHour: 0.07, numInstances: 3, numLoadBalancers: 2 }
  const lines = linesOf(billOf(figures).total, {
    spot: 0.01,
    onDemand: 0.04,
    surplusCpu: 0.02,
    instances: 3,
    loadBalancers: 2,
    logBytes: 0,
    capacityUnitHours: 0,
  })
  expect(lines).toMatchObject({ loadBalancers: 0.045, notSplit: 0 })
  expect(lines.addresses).toBeCloseTo(9 * 0.005)
  expect(Object.values(lines).reduce((sum, usd) => sum + usd, 0)).toBeCloseTo(billOf(figures).total, 9)
})

it('takes over what is charged by use, where that was measured', () => {
  const status = { costPerHour: 0, instances: [], loadBalancers: [] }
  expect(billedOf(status).metered).toBeUndefined()
  const metered = { epoch: 1, logBytes: 5 }
  expect(billedOf({ ...status, metered }).metered).toEqual({ logBytes: 5, capacityUnitHours: 0 })
  expect(billedOf({ ...status, metered: { ...metered, capacityUnitHours: 2 } }).metered).toEqual({
    ...{ logBytes: 5, capacityUnitHours: 2 },
  })
})

it('counts a load balancer once, however many ports share it', () => {
  const behind = (port: number, loadBalancerId?: string) => ({ applicationId: 'web', port, loadBalancerId })
  const loadBalancers = [behind(80, 'one'), behind(81, 'one'), behind(82, 'other'), behind(83)]
  expect(billedOf({ costPerHour: 0, instances: [], loadBalancers }).numLoadBalancers).toBe(2)
})
