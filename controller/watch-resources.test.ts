import { expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../core/logging/logger'
import { allShards } from '../tests/builders/all-shards'
import { createMemoryStore } from '../tests/builders/memory-store'
import { buildAwsAccountStatus } from '../tests/builders/resource-status'
import { StubAccount } from '../tests/builders/aws-account-bench'
import { VirtualClock } from '../tests/builders/virtual-clock'
import { createAwsAccountReconciler } from './external/aws-account/reconcile-aws-account'
import { observeWrites } from './store/observe-writes'
import { overriding, type ResourceStore } from './store/store'
import { watchResources, type ReconciledKind } from './watch-resources'

const accountSpec = {
  displayName: 'Main',
  accountNumber: '111122223333',
  externalId: 'external-id',
  isEnvironmentHolder: true,
  verifyRequest: 0,
  forceDelete: false,
}
const environmentSpec = (awsAccount: string) => ({
  displayName: 'Shop',
  awsAccount,
  spotStrategy: 'ALL' as const,
  overrides: [],
})

/** @param wrap the store, as the watches see it */
async function watch(wrap: (store: ResourceStore) => ResourceStore = (store) => store) {
  const clock = new VirtualClock()
  const store = createMemoryStore(clock)
  for (const account of ['one', 'two']) {
    await store.apply('AwsAccount', { name: account, labels: {}, spec: accountSpec })
    for (const index of [1, 2])
      await store.apply('Environment', {
        name: `${account}-${index}`,
        labels: {},
        spec: environmentSpec(account),
      })
  }
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const watching = watchResources(wrap(store), allShards({}), clock, stop.signal)
  await Promise.all(Object.values(watching.watched).map(({ whenSynced }) => whenSynced))
  /** What waits in a queue. */
  const drain = async (kind: ReconciledKind) => {
    const names = []
    const { [kind]: queue } = watching.queues
    while (queue.depth > 0) {
      const name = (await queue.next()) as string
      queue.done(name)
      names.push(name)
    }
    return names.sort()
  }
  return { clock, store, drain, ...watching }
}
const namesOf = (resources: { metadata: { name: string } }[]) =>
  resources.map(({ metadata }) => metadata.name).sort()

it('a change of an account is looked at by its own environments alone', async () => {
  const { store, drain } = await watch()
  await drain('Environment')
  await store.annotate('AwsAccount', 'one', { changed: 'yes' })
  expect(await drain('Environment')).toEqual(['one-1', 'one-2'])
})

it('the look at an account knows its environments without reading those of everybody', async () => {
  const { clock, store, environmentsIn } = await watch()
  expect(namesOf(environmentsIn('two'))).toEqual(['two-1', 'two-2'])
  const account = await store.get('AwsAccount', 'two')
  if (!account) throw new Error('There is no account.')
  await store.replaceStatus(
    'AwsAccount',
    account,
    buildAwsAccountStatus({ examinedEpoch: clock.now(), observedGeneration: account.metadata.generation }),
  )
  const read: string[] = []
  const reconcile = createAwsAccountReconciler({
    store: overriding(store, {
      list: (kind, labels) => {
        read.push(kind)
        return store.list(kind, labels)
      },
    }),
    cloud: new StubAccount().cloud,
    environmentsIn,
    clock,
    platformAccountNumber: '999999999999',
    log: silentLogger,
  })
  await reconcile('two')
  expect(read).toEqual([])
})

const deploymentWrite = {
  name: 'deployment-1',
  labels: {},
  spec: { environment: 'one-1', sequence: 1, applications: [] },
}

it.each<{ what: string; write: (store: ResourceStore) => Promise<unknown>; woken: string[] }>([
  {
    what: 'settings of an environment',
    write: (store) => store.apply('Environment', { name: 'one-1', labels: {}, spec: environmentSpec('one') }),
    woken: ['one-1'],
  },
  {
    what: 'a deployment',
    write: (store) => store.apply('Deployment', deploymentWrite),
    woken: ['one-1'],
  },
  {
    what: 'the stop of a deployment',
    write: async (store) => {
      await store.apply('Deployment', deploymentWrite)
      await store.annotate('Deployment', 'deployment-1', { stop: 'yes' })
    },
    woken: ['one-1'],
  },
  {
    what: 'the deletion of an environment',
    write: (store) => store.requestDelete('Environment', 'two-1'),
    woken: ['two-1'],
  },
  {
    what: 'an account',
    write: (store) => store.apply('AwsAccount', { name: 'two', labels: {}, spec: accountSpec }),
    woken: ['two-1', 'two-2'],
  },
])(
  '$what that the watch loses is seen ten seconds after it was written, also at rest',
  async ({ write, woken }) => {
    let isDeaf = false
    const { clock, store, drain, queues, lookAfter } = await watch((heard) =>
      overriding(heard, {
        watch: (kind, listener, signal) =>
          heard.watch(
            kind,
            {
              removed: (name) => listener.removed(name),
              synced: () => listener.synced?.(),
              changed: (resource) => {
                if (!isDeaf) listener.changed(resource)
              },
            },
            signal,
          ),
      }),
    )
    await clock.advance(1000)
    await drain('Environment')
    const everybody = ['one-1', 'one-2', 'two-1', 'two-2']
    for (const name of everybody) queues.Environment.addAfter(name, 10_000, () => Promise.resolve(true))
    isDeaf = true
    await clock.advance(4000)
    await write(observeWrites(store, (written) => lookAfter(10_000, written)))
    await clock.advance(9000)
    expect(await drain('Environment')).toEqual([])
    await clock.advance(1000)
    expect(await drain('Environment')).toEqual(woken)
    await clock.advance(60_000)
    expect(await drain('Environment')).toEqual([])
  },
)
