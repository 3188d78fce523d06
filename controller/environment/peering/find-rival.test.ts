import { expect, it } from 'vitest'
import type { Environment, PeeringStatus } from '../../../core/resources/environment'
import { createMemoryStore } from '../../../tests/builders/memory-store'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { findRival } from './find-rival'

const peeringWith = (network: string, ownRange: string): PeeringStatus => ({
  ...{ network, ownRange, awsAccount: 'account-1', vpcId: 'vpc-0a', ownVpcId: 'vpc-0b' },
  ...{ ranges: ['192.168.0.0/20'], phase: 'Connecting' },
})

/** Who is in the way of env-1, which wants `10.1.0.0/16` connected with network-1, beside another environment with a connection. */
async function rivalBeside(theirs: PeeringStatus | undefined, name = 'env-2') {
  const store = createMemoryStore(new VirtualClock())
  const add = async (environment: string): Promise<Environment> =>
    store.apply('Environment', {
      name: environment,
      labels: {},
      spec: {
        displayName: `Shop ${environment}`,
        awsAccount: 'account-1',
        spotStrategy: 'ALL',
        overrides: [],
      },
    })
  const environment = await add('env-1')
  const status = buildEnvironmentStatus(theirs && { peerings: [theirs] })
  await store.replaceStatus('Environment', await add(name), status)
  return findRival({ environment, dependencies: { store } }, peeringWith('network-1', '10.1.0.0/16'))
}

it.each(['10.1.0.0/16', '10.1.128.0/17', '10.0.0.0/8'])(
  'another environment of the network that has addresses of the range, as %s, is in the way',
  async (theirs) => {
    expect(await rivalBeside(peeringWith('network-1', theirs))).toEqual({
      name: 'env-2',
      displayName: 'Shop env-2',
      ownRange: theirs,
    })
  },
)

it.each([
  ['has other addresses', peeringWith('network-1', '10.2.0.0/16'), 'env-2'],
  ['is connected with another network', peeringWith('network-2', '10.1.0.0/16'), 'env-2'],
  ['is connected with none', undefined, 'env-2'],
  ['is the same', peeringWith('network-1', '10.1.0.0/16'), 'env-1'],
])('an environment that %s is in nobody’s way', async (_what, theirs, name) => {
  expect(await rivalBeside(theirs, name)).toBeUndefined()
})
