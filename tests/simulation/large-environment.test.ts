import { expect, it, onTestFinished } from 'vitest'
import { processLines } from '../../core/environment-log/process-lines'
import type { ResourceEvent } from '../../core/resources/events'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { mostProcesses } from '../../controller/environment/bound-status'

it('fails a deployment of more processes than a status has room for, says how many there may be, and keeps what ran', async () => {
  const bench = await buildEnvironmentBench()
  const small = await bench.deploy(buildApplicationSpec('web', { count: 2 }))
  await bench.runUntilPhase(small, 'Live')
  const huge = await bench.deploy(buildApplicationSpec('web', { count: mostProcesses.deployed, tag: '2' }))
  await bench.runUntilPhase(huge, 'Failed')
  const { message } = (await bench.store.get('Deployment', huge))?.status ?? {}
  expect(message).toMatch(/at most 2400 processes at a time.*this would be 2402\. Deploy fewer at once\./)
  expect(bench.servingTags()).toEqual(['1', '1'])
})

it('says each step of the largest deployment once, though the log keeps fewer lines', async () => {
  const bench = await buildEnvironmentBench()
  const lines = new Map<number, ResourceEvent>()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  bench.store.watch(
    'Environment',
    {
      changed: ({ metadata, status }) => {
        for (const event of status?.events ?? []) lines.set(event.sequence, event)
        const mirrored = { 'sdo.dev/mirrored-events': String(status?.lastEventSequence ?? 0) }
        void bench.store.annotate('Environment', metadata.name, mirrored)
      },
      removed: () => undefined,
    },
    stop.signal,
  )
  const applications = Array.from({ length: 100 }, (_, index) =>
    buildApplicationSpec(`app${index}`, { count: 3, ports: [], tag: index === 0 ? 'slow' : '1' }),
  )
  const deployment = await bench.deploy(...applications)
  const countHealthy = async (applicationId?: string) =>
    ((await bench.find())?.status?.processes ?? []).filter(
      (process) =>
        process.phase === 'Healthy' && (applicationId ?? process.applicationId) === process.applicationId,
    ).length
  await bench.runUntil('all but the slow one are healthy', async () => (await countHealthy()) === 297)
  bench.agents.setIll('app1', true)
  await bench.runUntil('one is ill', async () => (await countHealthy('app1')) === 0)
  bench.agents.setIll('app1', false)
  await bench.runUntilPhase(deployment, 'Live')
  const steps = [...lines.values()]
    .filter(({ code }) => code === processLines.progress.code)
    .map(({ message }) => message)
  expect(steps).toHaveLength(300)
  expect(new Set(steps).size).toBe(300)
})
