import { expect, it } from 'vitest'
import type { ApplicationSpec } from '../../core/resources/application'
import { buildEnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'

it('tells of programs that are killed for memory in a process that goes on: once, and again when they are many', async () => {
  const bench = await buildEnvironmentBench()
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { tag: 'leaking' })), 'Live', 60)
  await bench.runFor(400)
  const [process] = (await bench.status()).processes
  expect(process).toMatchObject({ phase: 'Serving', restarts: 0, memoryKills: expect.any(Number) as number })
  // By this the portal knows that it is news.
  expect(bench.clock.now() - (process?.memoryEpoch ?? 0)).toBeLessThan(2 * 60_000)
  expect(process?.memoryKills).toBeGreaterThanOrEqual(5)
  const told = (await bench.status()).events.filter(({ severity }) => severity === 'ERROR')
  const about = { applicationId: process?.applicationId, processId: process?.id }
  expect(told).toMatchObject([
    {
      ...about,
      severity: 'ERROR',
      message: expect.stringMatching(
        /^A program in a process of web.* was killed because its memory of \d+ MB ran out/,
      ) as string,
    },
    {
      ...about,
      severity: 'ERROR',
      news: 'crash-loop',
      message: expect.stringContaining('lost programs or crashed 3 times') as string,
    },
  ])
  // Everything serves, and it is not called healthy.
  expect(await bench.status()).toMatchObject({
    phase: 'Failure',
    message: expect.stringMatching(/^A process of web keeps running out of memory\. It is up/) as string,
    conditions: expect.arrayContaining([
      expect.objectContaining({ type: 'Available', status: 'True' }),
      expect.objectContaining({ type: 'Ready', status: 'False', reason: 'ProcessUnhealthy' }),
    ]) as unknown[],
  })
}, 60_000)

it('starts no process again for a deployment that changes of what people are warned', async () => {
  const bench = await buildEnvironmentBench()
  const deploy = async (warnings?: ApplicationSpec['warnings']) =>
    bench.runUntilPhase(
      await bench.deploy(buildApplicationSpec('web', { count: 2, ...(warnings && { warnings }) })),
      'Live',
      60,
    )
  const running = async () => (await bench.status()).processes.map(({ id, restarts }) => [id, restarts])
  await deploy()
  const before = await running()
  await deploy({ memoryPercent: 90, outOfMemory: false })
  await bench.runFor(60)
  expect(await running()).toEqual(before)
}, 60_000)
