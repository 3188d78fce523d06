import { expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../core/logging/logger'
import { createMemoryStore } from '../tests/builders/memory-store'
import { buildAwsAccountStatus } from '../tests/builders/resource-status'
import { StubAccount } from '../tests/builders/aws-account-bench'
import { VirtualClock } from '../tests/builders/virtual-clock'
import { createAwsAccountReconciler } from './external/aws-account/reconcile-aws-account'
import { overriding } from './store/store'
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

async function watch() {
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
  const watching = watchResources(store, clock, stop.signal)
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
