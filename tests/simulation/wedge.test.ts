import { expect, it } from 'vitest'
import { buildEnvironmentBench, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

/** As the mirror does: it annotates after every change, so that passes meet a resource that changed under them. */
function touchAllTheTime(bench: EnvironmentBench): void {
  bench.store.watch(
    'Environment',
    {
      changed: ({ metadata, status }) => {
        const mirrored = { 'sdo.dev/mirrored-events': String(status?.lastEventSequence ?? 0) }
        void bench.store.annotate('Environment', metadata.name, mirrored)
      },
      removed: () => undefined,
    },
    new AbortController().signal,
  )
}

it.each([
  ['cannot be pulled', { tag: 'missing' }],
  ['cannot be placed', { cpu: 500 }],
])('an environment whose first application %s takes a good one afterwards', async (_what, changes) => {
  const bench = await buildEnvironmentBench()
  touchAllTheTime(bench)
  const bad = await bench.deploy(buildApplicationSpec('web', changes))
  await bench.runUntilPhase(bad, 'Failed', 120)
  // The answer to a removal is lost in that its record is: somebody else wrote the resource meanwhile.
  const group = 'elasticloadbalancing:DeleteTargetGroup'
  const stop = bench.aws.faults.onCall(
    group,
    async () => {
      stop()
      await bench.store.annotate('Environment', 'env-1', { touched: 'yes' })
    },
    'after',
  )
  await bench.runUntilReady(60)
  expect(await bench.status()).toMatchObject({ instances: [], processes: [], loadBalancers: [] })
  expect(bench.livingInstances()).toEqual([])

  const good = await bench.deploy(buildApplicationSpec('web'))
  await bench.runUntilPhase(good, 'Live', 60)
  expect(bench.servingTags()).toEqual(['1'])
})
