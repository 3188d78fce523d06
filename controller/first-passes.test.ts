import { expect, it, onTestFinished } from 'vitest'
import { environmentLabel } from '../core/resources/metadata'
import { allShards } from '../tests/builders/all-shards'
import { buildApplicationSpec } from '../tests/builders/environment-parts'
import { createMemoryStore } from '../tests/builders/memory-store'
import { buildEnvironmentStatus } from '../tests/builders/resource-status'
import { VirtualClock } from '../tests/builders/virtual-clock'
import { watchResources } from './watch-resources'

const spec = (awsAccount: string) => ({
  displayName: 'Shop',
  awsAccount,
  spotStrategy: 'ALL' as const,
  overrides: [],
})

/** Two hundred environments at rest, each in an account of its own, and what is begun of them from a takeover on. */
async function takeOver(prepare: (store: ReturnType<typeof createMemoryStore>) => Promise<void>) {
  const clock = new VirtualClock()
  const store = createMemoryStore(clock)
  for (let index = 0; index < 200; index++) {
    const name = `rest-${index}`
    const made = await store.apply('Environment', { name, labels: {}, spec: spec(`account-${index}`) })
    await store.replaceStatus(
      'Environment',
      made,
      buildEnvironmentStatus({ observedGeneration: made.metadata.generation }),
    )
  }
  await prepare(store)
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const { queues } = watchResources(store, allShards({}), clock, stop.signal)
  const begun: string[] = []
  void (async () => {
    const { Environment: queue } = queues
    for (let name = await queue.next(); name !== undefined; name = await queue.next()) {
      begun.push(name)
      queue.done(name)
    }
  })()
  onTestFinished(() => queues.Environment.close())
  return { clock, store, begun }
}

it('environments at rest take turns after a takeover, and those with work come first', async () => {
  const { clock, begun } = await takeOver(async (store) => {
    await store.apply('Environment', { name: 'new', labels: {}, spec: spec('a') })
    const deploying = await store.apply('Environment', { name: 'deploying', labels: {}, spec: spec('b') })
    const { generation } = deploying.metadata
    await store.replaceStatus(
      'Environment',
      deploying,
      buildEnvironmentStatus({ observedGeneration: generation }),
    )
    await store.apply('Deployment', {
      name: 'deployment',
      labels: { [environmentLabel]: 'deploying' },
      spec: { environment: 'deploying', sequence: 1, applications: [buildApplicationSpec('web')] },
    })
  })
  await clock.advance(100)
  expect(begun).toEqual(expect.arrayContaining(['new', 'deploying']))
  expect(begun.length).toBeLessThan(8)
  await clock.advance(5000)
  expect(begun.length).toBeLessThan(120)
  await clock.advance(6000)
  expect(new Set(begun).size).toBe(202)
})

it('one whose turn has not come is looked at as soon as something is asked of it, and later ones do not wait again', async () => {
  const { clock, store, begun } = await takeOver(() => Promise.resolve())
  await clock.advance(100)
  expect(begun).not.toContain('rest-199')
  await store.apply('Environment', {
    name: 'rest-199',
    labels: {},
    spec: { ...spec('account-199'), spotStrategy: 'NONE' },
  })
  await clock.advance(0)
  expect(begun).toContain('rest-199')
  await clock.advance(11_000)
  begun.length = 0
  await store.annotate('Environment', 'rest-7', { note: 'x' })
  await clock.advance(0)
  expect(begun).toEqual(['rest-7'])
})
