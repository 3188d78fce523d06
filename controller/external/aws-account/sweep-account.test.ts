import { expect, it } from 'vitest'
import { ownerTags } from '../../../core/aws/ownership'
import { silentLogger } from '../../../core/logging/logger'
import { createMemoryStore } from '../../../tests/builders/memory-store'
import { buildSimulatedAws } from '../../../tests/builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../../tests/builders/simulated-environment'
import { AccountSweep } from './sweep-account'

/** An account with what is left of an environment of this name: a network with an instance and a load balancer. */
async function buildLeftovers({ deleted }: { deleted: boolean }) {
  const bench = await buildSimulatedAws()
  const environment = await buildSimulatedEnvironment(bench)
  const { tags } = await environment.launchRunning('token')
  await environment.createLoadBalancer('left')
  const store = createMemoryStore(bench.clock)
  const counts: number[] = []
  const warnings: string[] = []
  const { accountNumber, externalId, clock } = bench
  const account = await store.apply('AwsAccount', {
    name: 'account-1',
    labels: {},
    spec: {
      displayName: 'Main',
      accountNumber,
      externalId,
      isEnvironmentHolder: true,
      verifyRequest: 0,
      forceDelete: false,
    },
  })
  const sweeper = new AccountSweep({
    cloud: bench.aws,
    store,
    clock,
    log: { ...silentLogger, warn: (_about: unknown, message: string) => warnings.push(message) } as never,
    leftovers: {
      whichWereDeleted: (names) => Promise.resolve(deleted ? names : []),
      count: (_account, things) => counts.push(things),
    },
  })
  const left = () =>
    bench.aws.customer
      .listThings(accountNumber)
      .filter((thing) => thing.tags['sdo:environment'] !== undefined)
  const sweepFor = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await sweeper.sweep(account)
      await clock.advance(60_000)
    }
  }
  const name = tags['sdo:environment'] ?? ''
  return { bench, store, account, counts, warnings, left, sweepFor, name }
}

it('what is left of a deleted environment is told and removed, whatever it is', async () => {
  const { left, sweepFor, counts, warnings } = await buildLeftovers({ deleted: true })
  expect(left().length).toBeGreaterThan(4)
  await sweepFor(60)
  expect(left()).toEqual([])
  expect(counts[0]).toBeGreaterThan(4)
  expect(counts.at(-1)).toBe(0)
  expect(warnings[0]).toContain('It is removed.')
})

it('what is marked as that of an environment that nobody knows is told, and left as it is', async () => {
  const { left, sweepFor, counts, warnings } = await buildLeftovers({ deleted: false })
  const before = left()
  await sweepFor(60)
  expect(left()).toEqual(before)
  expect(counts.at(-1)).toBeGreaterThan(4)
  expect(warnings[0]).toContain('It is left as it is')
})

it('an environment that there is loses nothing, also where the portal calls it deleted', async () => {
  const { left, sweepFor, counts, store, name } = await buildLeftovers({ deleted: true })
  await store.apply('Environment', {
    name,
    labels: {},
    spec: { displayName: 'Production', awsAccount: 'account-1', spotStrategy: 'ALL', overrides: [] },
  })
  const before = left()
  await sweepFor(60)
  expect(left()).toEqual(before)
  expect(counts).toEqual([0])
})

it('what is not of SDO is not looked at, and a refusal waits for the next hour', async () => {
  const { bench, left, sweepFor, counts } = await buildLeftovers({ deleted: true })
  const [instance] = left().filter(({ kind }) => kind === 'instances')
  const tags = { ...ownerTags('gone', 'instance'), 'sdo:owner': 'other' }
  await bench.aws.customer.changeTags(bench.accountNumber, instance?.id ?? '', tags)
  bench.aws.faults.refuse('ec2:DescribeInstances', 'access-denied', 1)
  await sweepFor(59)
  expect(counts).toEqual([])
  await sweepFor(30)
  expect(left().map(({ id }) => id)).toContain(instance?.id)
})
