import { expect, it } from 'vitest'
import { toRunInstances } from './run-instances'

const launch = (market: 'spot' | 'on-demand', instanceType = 't4g.small') =>
  toRunInstances(
    {
      clientToken: 'token-1',
      instanceType,
      zone: 'us-east-1a',
      market,
      subnetId: 'subnet-1',
      securityGroupIds: ['sg-1'],
      tags: {},
      bootstrap: { instance: 'token-1', key: 'a2V5' },
    },
    'ami-1',
    { agentBundleUrl: 'https://example.com/agent.tar.gz', agentBundleSha256: 'ab'.repeat(32) },
  )

it('an on-demand launch leaves the capacity that the customer reserved alone, and a Spot launch can have none', () => {
  expect(launch('on-demand').CapacityReservationSpecification).toEqual({
    CapacityReservationPreference: 'none',
  })
  expect(launch('spot').CapacityReservationSpecification).toBeUndefined()
  expect(launch('spot').InstanceMarketOptions?.MarketType).toBe('spot')
})

it('launches burstable types with unlimited CPU credits, whatever the account has as its default, and no others', () => {
  expect(launch('spot').CreditSpecification).toEqual({ CpuCredits: 'unlimited' })
  expect(launch('spot', 'c7g.medium')).not.toHaveProperty('CreditSpecification')
})
