import { expect, it } from 'vitest'
import type { LaunchRequest } from '../cloud'
import { toRunInstances } from './run-instances'

const launch = (instanceType: string) =>
  toRunInstances(
    { instanceType, market: 'spot', zone: 'us-east-1a', tags: {}, clientToken: 'token' } as LaunchRequest,
    'ami-1',
    { agentBundleUrl: 'https://example.com/agent.tar.gz', agentBundleSha256: '0' },
  )

it('launches burstable types with unlimited CPU credits, whatever the account has as its default, and no others', () => {
  expect(launch('t4g.small').CreditSpecification).toEqual({ CpuCredits: 'unlimited' })
  expect(launch('c7g.medium')).not.toHaveProperty('CreditSpecification')
})
