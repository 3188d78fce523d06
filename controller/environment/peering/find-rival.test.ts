import { expect, it } from 'vitest'
import type { Environment, PeeringStatus } from '../../../core/resources/environment'
import { createMemoryStore } from '../../../tests/builders/memory-store'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { VirtualClock } from '../../../tests/builders/virtual-clock'
import { findRival, givesWay } from './find-rival'

const peeringWith = (network: string, ownRange: string): PeeringStatus => ({
  network,
  ownRange,
  awsAccount: 'account-1',
  vpcId: 'vpc-0a',
  ownVpcId: 'vpc-0b',
  ranges: ['192.168.0.0/20'],
  phase: 'Connecting',
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
      phase: 'Connecting',
      hasAsked: false,
    })
  },
)

it.each([
  ['has nothing written down yet', undefined, {}, true],
  ['has, and a later name', 'Connecting', {}, true],
  ['has, and an earlier name', 'Connecting', { name: 'env-3' }, false],
  ['has an earlier name, but the other asked', 'Connecting', { name: 'env-3', hasAsked: true }, true],
  ['meets one that goes', undefined, { phase: 'Removing' as const }, false],
] as const)('an environment that %s gives way: %s', (_what, phase, changes, isExpected) => {
  const rival = { name: 'env-1', displayName: 'Shop', ownRange: '10.1.0.0/16', phase: 'Connecting' as const }
  const present = phase && peeringWith('network-1', '10.1.0.0/16')
  expect(givesWay('env-2', present, { ...rival, hasAsked: false, ...changes })).toBe(isExpected)
})

it('an environment that asked for its connection gives way to nobody', () => {
  const rival = { name: 'env-1', displayName: 'Shop', ownRange: '10.1.0.0/16', phase: 'Connecting' as const }
  const present = { ...peeringWith('network-1', '10.1.0.0/16'), peeringId: 'pcx-1' }
  expect(givesWay('env-2', present, { ...rival, hasAsked: true })).toBe(false)
})

it.each([
  ['has other addresses', peeringWith('network-1', '10.2.0.0/16'), 'env-2'],
  ['is connected with another network', peeringWith('network-2', '10.1.0.0/16'), 'env-2'],
  ['is connected with none', undefined, 'env-2'],
  ['is the same', peeringWith('network-1', '10.1.0.0/16'), 'env-1'],
])('an environment that %s is in nobody’s way', async (_what, theirs, name) => {
  expect(await rivalBeside(theirs, name)).toBeUndefined()
})
