import { expect, it } from 'vitest'
import { overriding } from '../../controller/store/store'
import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

it('a deployment that the log calls failed stays so, also where all of it serves before that is written', async () => {
  const bench = await buildEnvironmentBench()
  const first = await bench.deploy(buildApplicationSpec('web', { count: 2 }))
  await bench.runUntil('live', async () => (await bench.phaseOf(first)) === 'Live')
  await bench.runUntilReady()
  const { store } = bench.ports
  const diesBeforeTheDeployment: typeof store.replaceStatus = (kind, resource, status) =>
    kind === 'Deployment'
      ? Promise.reject(new Error('The controller died.'))
      : store.replaceStatus(kind, resource, status)
  // Healthy after twenty seconds, which is too late.
  const application = buildApplicationSpec('web', {
    count: 2,
    tag: 'slow',
    healthCheck: { graceSeconds: 19 },
  })
  const second = await bench.deploy(application)
  await bench.runUntil('it has begun', async () => (await bench.phaseOf(second)) === 'Deploying')
  bench.replaceController({ store: overriding(store, { replaceStatus: diesBeforeTheDeployment }) })
  const isSaid = async () => (await bench.messagesOf(deploymentLines.failed)).length === 1
  for (let seconds = 0; seconds < 120 && !(await isSaid()); seconds++)
    await bench.step().catch(() => bench.clock.advance(1000))
  // Nothing of the environment is carried out until the next one comes.
  await bench.clock.advance(5000)
  bench.replaceController()
  await bench.runUntil('ended', async () => ['Failed', 'Live'].includes((await bench.phaseOf(second)) ?? ''))
  await bench.runUntilReady()
  expect(await bench.phaseOf(second)).toBe('Failed')
  expect(bench.servingTags()).toEqual(['1', '1'])
  expect(await bench.messagesOf(deploymentLines.failed)).toHaveLength(1)
})
